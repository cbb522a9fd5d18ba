import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { DeleteMedia, LinkMedia } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formOf, type Harness, openHarness, upload } from '../testing/harness.ts'
import { type ReceivedEvent, serverEvents } from '../testing/server-events.ts'

type MediaEvent = ReceivedEvent<Partial<MediaFile>>

let harness: Harness
let ama: Person
const readers: AbortController[] = []

/** The service's connection that receives the notifications. */
const listening = sql`datname = current_database() and usename = current_user and query like 'listen %'`

const isListening = () =>
  expect
    .poll(() => harness.database.db.run(sql`select 1 from pg_stat_activity where state = 'idle' and ${listening}`), {
      timeout: 30_000,
    })
    .toBe(1)

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  ama = person()
  // When the service begins to listen, it ends the streams that started before.
  await isListening()
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.abort()
})

const uploaded = () => upload(harness.service.as(ama), formOf(randomBytes(500)))

/** The events that a page receives, until the service ends the stream. */
async function* listen(who: Person, lastEventId?: string): AsyncGenerator<MediaEvent, void> {
  const leaving = new AbortController()
  readers.push(leaving)
  const response = await harness.service.as(who).fetch('/api/media/events', {
    signal: leaving.signal,
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  yield* serverEvents(response)
}

const next = async (events: AsyncGenerator<MediaEvent, void>) => {
  const { value } = await events.next()
  if (value === undefined) throw new Error('the stream has ended')
  return value
}

/** The next event with this data. The same state may be sent twice. */
const nextWith = async (events: AsyncGenerator<MediaEvent, void>, data: Partial<MediaFile>) => {
  for (;;) {
    const message = await next(events)
    if (isDeepStrictEqual({ ...message.data, ...data }, message.data)) return message
  }
}

describe('GET /api/media/events', () => {
  it('starts with the files in processing, then sends each change', async () => {
    const file = await uploaded()
    const events = listen(ama)
    expect(await next(events)).toMatchObject({ event: 'media', data: file })

    await harness.markReady(file.id)
    expect(await nextWith(events, { status: 'ready' })).toMatchObject({ event: 'media', data: { duration: 42 } })

    const episodeId = harness.addEpisode(ama)
    await harness.service.as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId: file.id } })
    expect(await nextWith(events, { episodeIds: [episodeId] })).toMatchObject({ event: 'media', data: { id: file.id } })

    await harness.service.as(ama).call(DeleteMedia, { params: { id: file.id } })
    expect(await next(events)).toEqual({ id: undefined, event: 'media-deleted', data: { id: file.id } })
  })

  it('sends only the files of the caller', async () => {
    const hers = await uploaded()
    const events = listen(ama)
    await next(events)
    const kofi = person()
    const his = await upload(harness.service.as(kofi), formOf(randomBytes(10)))
    await harness.markReady(his.id)
    await harness.markReady(hers.id)

    for (;;) {
      const { data } = await next(events)
      expect(data.id).toBe(hers.id)
      if (data.status === 'ready') break
    }
  })

  it('sends the missed changes after a reconnection', async () => {
    const file = await uploaded()
    const events = listen(ama)
    const { id: lastEventId } = await next(events)
    readers.pop()?.abort()
    await harness.markReady(file.id)

    expect(await nextWith(listen(ama, lastEventId), { status: 'ready' })).toMatchObject({ data: { id: file.id } })
  })

  it('ends the streams if the database connection is lost, and reconnects', async () => {
    const file = await uploaded()
    const events = listen(ama)
    await next(events)

    await harness.database.db.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity where ${listening}
    `)

    // The remaining events, then the end.
    while (!(await events.next()).done);
    await isListening()
    const again = listen(ama)
    await next(again)
    await harness.database.db.run(sql`update media_file set progress = 50 where id = ${file.id}`)
    expect(await nextWith(again, { progress: 50 })).toMatchObject({ data: { id: file.id } })
  })

  it('requires a session', async () => {
    expect((await harness.service.as(null).fetch('/api/media/events')).status).toBe(401)
  })
})
