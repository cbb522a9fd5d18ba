import { setTimeout as sleep } from 'node:timers/promises'
import { AUDIO_SENT_HEADER, createAudioSentSigner } from '@griot/service-kit/identity/audio-sent'
import { IDENTITY_HEADER } from '@griot/service-kit/identity/identity'
import { freeze } from '@griot/service-kit/testing/freeze'
import { gatewayEnvironment, openHarness } from '../testing/open-harness.ts'
import { signIn } from '../testing/sign-in.ts'
import { programOf, type RunningProcess, runProgram } from '../testing/start-process.ts'
import { serveStubCatalog } from '../testing/stub-catalog.ts'
import { serveStubMedia } from '../testing/stub-media.ts'
import { replacePointsClock } from './points-clock.ts'

const SERVICE = 'services/listening-points'
const TIMEOUT_MS = 90_000

export interface PointsResponse {
  status: number
  /** The service recognized the request as a repeat and returned the first response. */
  isRepeat: boolean
  body: Record<string, unknown>
}

export interface Caller {
  id: string
  /** Sends a request, and sends it again while the connection fails or the service returns 503. */
  request(path: string, body: unknown, headers?: Record<string, string>): Promise<PointsResponse>
  /** Sends one request to start an episode. */
  tryToStart(episodeId: string): Promise<{ status: number; code: unknown; seconds: number }>
}

export type PointsHarness = Awaited<ReturnType<typeof openPointsHarness>>

/** The points service as a process with its own PostgreSQL and a clock that tests advance. */
export const openPointsHarness = async () => {
  const harness = await openHarness(['listening_points', 'gateway'])
  const { urls, keys } = harness
  const { advance } = await replacePointsClock(urls.griot_migrator)
  const catalog = await serveStubCatalog()
  const media = await serveStubMedia({
    objectsDir: gatewayEnvironment(harness, urls.gateway).OBJECTS_DIR,
    grantSecret: keys.GRANT_SECRET,
  })
  const signAudioSent = await createAudioSentSigner(JSON.parse(keys.IDENTITY_PRIVATE_KEY))
  let service = await harness.start(programOf(SERVICE), {
    DATABASE_URL: urls.listening_points,
    CATALOG_URL: catalog.url,
    IDENTITY_PUBLIC_KEY: keys.IDENTITY_PUBLIC_KEY,
  })

  return {
    episodes: catalog.episodes,
    podcast: catalog.podcast,
    /** The gateway has sent this listener the audio of all episodes. */
    async createCaller(id: string): Promise<Caller> {
      const token = await harness.sign({ id }, '1h')
      const sendClaim = async (path: string, body: unknown, headers: Record<string, string>) => {
        const signed = {
          [IDENTITY_HEADER]: token,
          [AUDIO_SENT_HEADER]: await signAudioSent(id, audioOf(catalog.episodes)),
        }
        return post(new URL(path, service.url), body, { ...headers, ...signed })
      }
      return {
        id,
        request: (path, body, headers = {}) => retryRequest(path, () => sendClaim(path, body, headers)),
        async tryToStart(episodeId) {
          const startedAt = performance.now()
          const url = new URL('/api/listening/start', service.url)
          const response = await post(url, { episodeId }, { [IDENTITY_HEADER]: token })
          const { code } = (await response.json()) as { code?: unknown }
          return { status: response.status, code, seconds: (performance.now() - startedAt) / 1000 }
        },
      }
    },
    async killService() {
      service = await harness.restart(service)
    },
    killPostgres: harness.killPostgres,
    /** Suspends PostgreSQL. Returns the function that resumes it. */
    freezePostgres: () => freeze(harness.postgresPid()),
    /** Starts gateways in front of the service, with a session for each id. */
    async openGateways(count: number, ids: readonly string[]) {
      const gateways: RunningProcess[] = []
      for (let opened = 0; opened < count; opened++) {
        const environment = {
          ...gatewayEnvironment(harness, urls.gateway),
          LISTENING_POINTS_URL: service.url,
          MEDIA_URL: media.url,
        }
        gateways.push(await harness.start(programOf('gateway'), environment))
      }
      return { urls: gateways.map(({ url }) => url), cookies: await signIn(urls.gateway, ids) }
    },
    isServiceRunning: harness.areRunning,
    advance,
    asSuperuser: harness.asSuperuser,
    audit: () => runProgram([`${SERVICE}/src/commands/audit-ledger.ts`], { DATABASE_URL: urls.listening_points }),
    async close() {
      await harness.close()
      await catalog.close()
      await media.close()
    },
  }
}

const audioOf = (episodes: readonly { audioFileId: string | null }[]) =>
  Object.fromEntries(episodes.map(({ audioFileId }) => [audioFileId ?? '', { share: 1, reach: 1 }]))

const post = (url: URL, body: unknown, headers: Record<string, string>) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })

const retryRequest = async (path: string, send: () => Promise<Response>): Promise<PointsResponse> => {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    try {
      const response = await send()
      const body = (await response.json()) as Record<string, unknown>
      if (response.status !== 503) {
        return { status: response.status, isRepeat: response.headers.get('idempotent-replayed') === 'true', body }
      }
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
    if (Date.now() > deadline) throw new Error(`${path} returned 503 for ${TIMEOUT_MS / 1000} seconds`)
    await sleep(50)
  }
}
