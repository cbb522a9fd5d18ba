import { pathFor } from '@griot/contracts/endpoint'
import { EndListening, HeartbeatListening, StartListening } from '@griot/contracts/listening'
import { BlockPerson, GetPerson, UnblockPerson } from '@griot/contracts/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishEpisode } from '../testing/http-client.ts'
import { recordAudio } from '../testing/record-audio.ts'
import { openPointsProduct } from './points-product.ts'

const EPISODE_SECONDS = 240
const HEARD_SECONDS = 125

let product: Awaited<ReturnType<typeof openPointsProduct>>
let episode: Awaited<ReturnType<typeof publishEpisode>>
beforeAll(async () => {
  product = await openPointsProduct()
  episode = await publishEpisode(product.host, await recordAudio(EPISODE_SECONDS))
}, 300_000)
afterAll(() => product.close())

const personOf = async (id: string) => {
  const { body } = await product.admin.request('GET', pathFor(GetPerson, { params: { id } }))
  return GetPerson.response.parse(body)
}
const pointsOf = async (id: string) => (await personOf(id)).points?.totalPoints

describe('the block of a listener, through gateway, catalog and points', { timeout: 120_000 }, () => {
  it('ends the session and the points: only what was heard before is credited', async () => {
    const { listener, admin } = product
    const start = await listener.request('POST', StartListening.path, { episodeId: episode.id })
    const { id: sessionId } = StartListening.response.parse(start.body)
    await listener.load(episode.audioUrl)
    const heartbeat = (position: number) =>
      listener.request('POST', HeartbeatListening.path, {
        sessionId,
        listeningDuration: position,
        totalProgress: position,
      })
    await product.advance(HEARD_SECONDS)
    expect((await heartbeat(HEARD_SECONDS)).status).toBe(200)
    const events = listener.watchEvents()
    expect(await pointsOf(listener.id)).toBe(0)

    const at = { params: { id: listener.id } }
    const blocked = await admin.request('POST', pathFor(BlockPerson, at), { reason: 'Spam', shows: 'hide' })
    expect(blocked.status).toBe(200)
    await events.stop()
    await product.advance(300)
    expect((await heartbeat(HEARD_SECONDS + 300)).status).toBe(401)
    const claim = { listeningDuration: 425, totalProgress: 425, completed: false }
    expect((await listener.request('POST', EndListening.path, { sessionId, ...claim })).status).toBe(401)
    expect((await listener.request('POST', StartListening.path, { episodeId: episode.id })).status).toBe(401)
    expect((await personOf(listener.id)).sessionCount).toBe(0)

    // Five points for the start and one for each of the two minutes.
    await expect.poll(() => pointsOf(listener.id), { timeout: 60_000 }).toBe(7)
    await product.advance(3_600)
    expect((await admin.request('POST', pathFor(UnblockPerson, at), { reason: 'Appeal' })).status).toBe(200)
    expect((await heartbeat(EPISODE_SECONDS)).status).toBe(401)
    expect(await pointsOf(listener.id)).toBe(7)
    expect(await product.audit()).toMatchObject({ code: 0 })
  })
})
