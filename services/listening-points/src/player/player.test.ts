import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@griot/contracts/endpoint'
import { ListHistory } from '@griot/contracts/library'
import { GetPlayer, SavePlayer } from '@griot/contracts/player'
import { ReadAccountPart, RemoveAccountPart } from '@griot/service-kit/account/account-part'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, end, type Harness, heartbeat, ME, start, type TestListener, total } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

const PHONE = randomUUID()
const LAPTOP = randomUUID()

const read = (listener: TestListener) => listener.call(GetPlayer, {})
const save = (listener: TestListener, change: Partial<BodyOf<typeof SavePlayer>>) =>
  listener.call(SavePlayer, { body: { deviceId: PHONE, ageMs: 0, ...change } })

describe('GET /api/player', () => {
  it('is empty before the first change', async () => {
    expect(await read(harness.listener())).toEqual({
      version: 0,
      episodeId: null,
      positionSeconds: 0,
      rate: 1,
      queue: [],
      playingOn: null,
    })
  })

  it('returns the last episode at the position of its session, with speed and queue', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 600 })
    const queue = [randomUUID(), randomUUID()]
    await save(ama, { episodeId: episode.id, rate: 1.5, isPlaying: true })
    const session = await start(ama, episode)
    await save(ama, { queue })
    await harness.advance(60)
    await heartbeat(ama, session.id, 60, 60)
    const saved = { episodeId: episode.id, positionSeconds: 60, rate: 1.5, queue }
    expect(await read(ama)).toEqual({ ...saved, version: 2, playingOn: PHONE })

    await harness.advance(10)
    await end(ama, session.id, { listeningDuration: 70, totalProgress: 70 })
    expect(await read(ama)).toMatchObject({ positionSeconds: 70, playingOn: null })
    expect(await read(harness.listener())).toMatchObject({ version: 0, queue: [] })
  })

  it('resumes a completed episode at its start', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 100 })
    const session = await start(ama, episode)
    await harness.advance(100)
    await end(ama, session.id, { listeningDuration: 100, totalProgress: 98 })
    expect(await save(ama, { episodeId: episode.id })).toMatchObject({ positionSeconds: 0 })
  })
})

describe('PUT /api/player', () => {
  it('keeps the newer of two actions, whichever arrives first', async () => {
    const ama = harness.listener()
    const [one, two] = [randomUUID(), randomUUID()]
    await save(ama, { episodeId: one, ageMs: 1000 })
    await save(ama, { deviceId: LAPTOP, episodeId: two, ageMs: 60_000, queue: [one] })
    expect(await read(ama)).toMatchObject({ version: 2, episodeId: one, queue: [one] })
    expect(await save(ama, { deviceId: LAPTOP, episodeId: two })).toMatchObject({ version: 3, episodeId: two })
  })

  it('names the device that plays: until its session starts, and while it has one', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode()
    await save(ama, { episodeId: episode.id, isPlaying: true })
    expect(await read(ama)).toMatchObject({ playingOn: PHONE })
    await harness.advance(31)
    expect(await read(ama)).toMatchObject({ playingOn: null })
    await start(ama, episode)
    expect(await read(ama)).toMatchObject({ playingOn: PHONE })
    expect(await save(ama, { deviceId: LAPTOP, isPlaying: true })).toMatchObject({ playingOn: LAPTOP })
    expect(await save(ama, { isPlaying: false })).toMatchObject({ playingOn: LAPTOP })
    expect(await save(ama, { deviceId: LAPTOP, isPlaying: false })).toMatchObject({ playingOn: null })
  })

  it('does not name a device that has stopped, after an action of another one', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode()
    await save(ama, { episodeId: episode.id, isPlaying: true })
    const session = await start(ama, episode)
    await harness.advance(31)
    await end(ama, session.id, { listeningDuration: 31, totalProgress: 31 })
    expect(await save(ama, { deviceId: LAPTOP, rate: 1.5 })).toMatchObject({ rate: 1.5, playingOn: null })
  })

  it('moves the position of a paused episode, without points, and not during a session', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 600 })
    const session = await start(ama, episode)
    await harness.advance(60)
    await heartbeat(ama, session.id, 60, 60)
    expect(await save(ama, { episodeId: episode.id, positionSeconds: 300 })).toMatchObject({ positionSeconds: 60 })
    await end(ama, session.id, { listeningDuration: 60, totalProgress: 60 })
    const before = await total(ama)

    await harness.advance(1)
    expect(await save(ama, { episodeId: episode.id, positionSeconds: 9000 })).toMatchObject({ positionSeconds: 0 })
    expect(await save(ama, { episodeId: episode.id, positionSeconds: 300 })).toMatchObject({ positionSeconds: 300 })
    expect(await ama.call(ListHistory, ME)).toMatchObject([{ progress: 50, completed: false }])
    // The listener acted before the session ended.
    expect(await save(ama, { episodeId: episode.id, positionSeconds: 5, ageMs: 600_000 })).toMatchObject({
      positionSeconds: 300,
    })
    expect(await total(ama)).toBe(before)
  })

  it('refuses invalid input', async () => {
    const ama = harness.listener()
    const invalid = [
      { queue: Array.from({ length: 201 }, () => randomUUID()) },
      { queue: ['one'] },
      { rate: 9 },
      { ageMs: -1 },
      { positionSeconds: 90_000 },
    ]
    for (const change of invalid) await expect(save(ama, change)).rejects.toMatchObject({ status: 400 })
    expect(await read(ama)).toMatchObject({ version: 0 })
  })

  it('accepts ten simultaneous changes', async () => {
    const ama = harness.listener()
    await Promise.all(Array.from({ length: 10 }, () => save(ama, { queue: [randomUUID()] })))
    const { queue, version } = await read(ama)
    expect(queue).toHaveLength(1)
    expect(version).toBeGreaterThan(0)
  })
})

describe('the saved player of an account', () => {
  it('is exported and deleted', async () => {
    const ama = harness.listener()
    const [episodeId, queued] = [randomUUID(), randomUUID()]
    await save(ama, { episodeId, rate: 1.2, queue: [queued] })
    expect(await ama.call(ReadAccountPart, {})).toMatchObject({
      player: [{ episode_id: episodeId, rate: 1.2, queue: [queued] }],
    })
    await ama.call(RemoveAccountPart, {})
    expect(await read(ama)).toMatchObject({ version: 0, episodeId: null, queue: [] })
  })
})
