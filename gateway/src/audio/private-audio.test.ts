import { privateAudioPath } from '@griot/contracts/public-addresses'
import { request as ask } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Harness, respondJson, startHarness } from '../testing/harness.ts'
import { grantAll, storeRecording } from '../testing/recording.ts'

const TOKEN = 'AAECAwQFBgcICQoLDA0ODxAREhM'
let harness: Harness
let bytes: Buffer
let episodeId: string

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  const stored = await storeRecording(harness)
  bytes = stored.bytes
  episodeId = stored.mediaId
  grantAll(harness, () => ({ ...stored.grant, isPublished: true }))
  harness.services.catalog = (request, response) => {
    const isKnown = request.url === `/api/private/${TOKEN}/episode/${episodeId}`
    const refusal = { code: 'private_feed.not_found', message: 'No.', requestId: '1' }
    respondJson(isKnown ? {} : refusal, isKnown ? 200 : 404)(request, response)
  }
})

const listen = async (path: string, headers: Record<string, string> = {}) => {
  const response = await ask(`http://127.0.0.1:${harness.port}${path}`, { headers })
  return {
    status: response.statusCode,
    headers: response.headers,
    body: Buffer.from(await response.body.arrayBuffer()),
  }
}

describe('the audio of a private feed', () => {
  it('is sent for a valid token, is cached privately and sends no referrer', async () => {
    const { status, headers, body } = await listen(privateAudioPath(TOKEN, episodeId))

    expect(status).toBe(200)
    expect(body.equals(bytes)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'cache-control': 'private, max-age=300',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    const part = await listen(privateAudioPath(TOKEN, episodeId), { range: 'bytes=0-1' })
    expect([part.status, part.body.length]).toEqual([206, 2])
  })

  it('is missing for another token and for a malformed address', async () => {
    expect((await listen(privateAudioPath(TOKEN.replace('A', 'B'), episodeId))).status).toBe(404)
    expect((await listen(privateAudioPath(TOKEN, 'nonsense'))).status).toBe(404)
    expect((await listen(`/audio/private/short/${episodeId}.mp3`)).status).toBe(404)
  })

  it('is refused while catalog is unavailable', async () => {
    harness.services.catalog = (_, response) => response.writeHead(500).end()
    expect((await listen(privateAudioPath(TOKEN, episodeId))).status).toBe(503)
  })
})
