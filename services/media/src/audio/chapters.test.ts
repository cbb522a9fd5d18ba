import { randomUUID } from 'node:crypto'
import { MediaLinked, MediaProcessed } from '@griot/contracts/events'
import { LinkMedia, ReplaceMedia } from '@griot/contracts/media/files'
import { sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { recording, recordingWithChapters } from '../testing/audio.ts'
import { manyFrames } from '../testing/bytes.ts'
import { openWorkerHarness, type WorkerHarness } from '../testing/worker-harness.ts'

const ama = person()
let harness: WorkerHarness

beforeAll(async () => {
  harness = await openWorkerHarness()
})
afterAll(() => harness.close())

const CHAPTERS = [
  { start: 0, title: 'Ɛyɛ; welcome' },
  { start: 1.25, title: 'The river' },
  { start: 3, title: 'The sea' },
]

const Data = z.object({ version: z.number(), chapters: z.unknown() })

const eventsOf = (name: string, episodeId: string) =>
  harness.database.db
    .many(
      z.object({ data: Data }),
      sql`select data from outbox where name = ${name} and data ->> 'episodeId' = ${episodeId} order by created_at`,
    )
    .then((rows) => rows.map(({ data }) => data.chapters))

/** The chapters that the event of a new link of the file contains. */
const linkedChapters = async (mediaFileId: string) => {
  const episodeId = harness.addEpisode(ama)
  await harness.service.as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId } })
  return eventsOf(MediaLinked.name, episodeId)
}

describe('the chapters of a file', () => {
  it.each(['mp3', 'm4a'] as const)('are read from %s, and published when an episode plays the file', async (recipe) => {
    const file = await harness.uploadAndProcess(ama, await recordingWithChapters(recipe, 5, CHAPTERS))

    expect(file).toMatchObject({ status: 'ready', format: recipe })
    expect(await linkedChapters(file.id)).toEqual([CHAPTERS])
  })

  it('have a number in place of a missing title', async () => {
    const untitled = CHAPTERS.map(({ start }) => ({ start, title: '' }))
    const { id } = await harness.uploadAndProcess(ama, await recordingWithChapters('m4a', 5, untitled))

    expect(await linkedChapters(id)).toEqual([CHAPTERS.map(({ start }, at) => ({ start, title: `Chapter ${at + 1}` }))])
  })

  it('are none with fewer than two', async () => {
    const single = await harness.uploadAndProcess(ama, await recordingWithChapters('mp3', 2, CHAPTERS.slice(0, 1)))
    const without = await harness.uploadAndProcess(ama, await recording('mp3', 2))

    expect(await linkedChapters(single.id)).toEqual([null])
    expect(await linkedChapters(without.id)).toEqual([null])
  })

  it('follow the audio when it is replaced', async () => {
    const { id } = await harness.uploadAndProcess(ama, await recordingWithChapters('mp3', 5, CHAPTERS))
    const { id: newId } = await harness.uploadAndProcess(ama, await recording('mp3', 3))
    const episodeId = harness.addEpisode(ama)
    await harness.service.as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId: id } })

    await harness.service.as(ama).call(ReplaceMedia, { params: { id }, body: { mediaFileId: newId } })

    expect(await eventsOf(MediaProcessed.name, episodeId)).toEqual([null])
    expect(await linkedChapters(id)).toEqual([null])
  })

  it('do not fail a file whose tags are too long to be read', async () => {
    const bytes = await recordingWithChapters('mp3', 3, CHAPTERS.slice(0, 2))
    const file = await harness.uploadAndProcess(ama, Buffer.concat([manyFrames(1, 5_000_000), bytes]), randomUUID())

    expect(file).toMatchObject({ status: 'ready', duration: 3 })
  })
})
