import { ListHistory } from '@griot/contracts/library'
import { EndListening } from '@griot/contracts/listening'
import { AUDIO_SENT_HEADER } from '@griot/service-kit/identity/audio-sent'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, end, type Harness, heartbeat, ME, start, type TestListener, WHOLE } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
  // Tests advance the clock, so the result does not depend on the speed of the machine.
  await harness.stopClock(new Date('2026-03-04T09:00:00Z'))
})
afterAll(() => harness.close())

describe('ending without all of the audio', () => {
  const play = async (listener: TestListener, episode: { id: string }, seconds: number) => {
    const session = await start(listener, episode)
    await harness.advance(seconds)
    return end(listener, session.id, { listeningDuration: seconds, totalProgress: seconds, completed: true })
  }

  it('credits nothing if the gateway has sent nothing, and the whole episode later', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 60 })
    ama.sent = { [episode.id]: { share: 0, reach: 0 } }
    const receipt = await play(ama, episode, 60)
    expect(receipt).toMatchObject({ pointsEarned: 0, creditedSeconds: 0, completed: false })
    expect(receipt.reasons.map(({ sentence }) => sentence)).toEqual([
      'Only 0 of 60 seconds count: no more of the audio was loaded.',
    ])
    expect(await ama.call(ListHistory, { ...ME, query: { episodeId: episode.id } })).toMatchObject([
      { positionSeconds: 60, completed: false },
    ])

    ama.sent = { [episode.id]: WHOLE }
    expect(await play(ama, episode, 60)).toMatchObject({ pointsEarned: 26, creditedSeconds: 60, completed: true })
  })

  it('credits a tenth of it once, over all sessions, and no completion', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 6_000 })
    ama.sent = { [episode.id]: { share: 0.1, reach: 0.1 } }
    const session = await start(ama, episode)
    for (let seconds = 100; seconds <= 3_000; seconds += 100) {
      await harness.advance(100)
      await heartbeat(ama, session.id, seconds, 6_000)
    }
    expect(await end(ama, session.id, { listeningDuration: 3_000, totalProgress: 6_000 })).toMatchObject({
      creditedSeconds: 720,
      pointsEarned: 17,
      completed: false,
    })
    expect(await play(ama, episode, 3_000)).toMatchObject({ creditedSeconds: 0, pointsEarned: 0, completed: false })
  })

  it('credits as before if the gateway is of the release before, and refuses a forged statement', async () => {
    const ama = harness.listener()
    ama.sent = null
    const episode = harness.catalog.addEpisode({ lengthSeconds: 60 })
    expect(await play(ama, episode, 60)).toMatchObject({ pointsEarned: 26 })

    const { id: sessionId } = await start(ama, harness.catalog.addEpisode())
    const body = JSON.stringify({ sessionId, listeningDuration: 1, totalProgress: 1, completed: false })
    for (const token of ['x', await ama.token(), await harness.service.signAudioSent(crypto.randomUUID(), {})]) {
      const headers = { 'content-type': 'application/json', [AUDIO_SENT_HEADER]: token }
      expect((await ama.fetch(EndListening.path, { method: 'POST', headers, body })).status).toBe(401)
    }
  })
})
