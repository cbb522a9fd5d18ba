import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { StartListening } from '@griot/contracts/listening'
import { root } from '../start/config.ts'
import { createHttpClient, publishEpisode } from '../testing/http-client.ts'
import { recordAudio } from '../testing/record-audio.ts'
import { signIn } from '../testing/sign-in.ts'
import type { Instances } from '../testing/start-instances.ts'
import type { LoadOrder, LoadReport } from './send-requests.ts'

const USERS = 400

interface Options {
  product: Instances
  /** The balancer, or one instance. */
  url: string
  /** The length of the episode. */
  seconds: number
  /** Default: two seconds, as the timeout of a proxy. */
  timeoutMs?: number
  /** The processor core of the clients. Default: any. */
  core?: number
}

/** Signs in users and publishes an episode. Returns a function that sends their requests from another process. */
export const createRequestLoad = async ({ product, url, seconds, timeoutMs = 2_000, core }: Options) => {
  const cookies = await signIn(
    product.gatewayUrl,
    Array.from({ length: USERS }, () => randomUUID()),
  )
  const host = createHttpClient(product.origin, cookies[0] ?? '')
  const { id: episodeId, audioUrl } = await publishEpisode(host, await recordAudio(seconds))
  const common: Omit<LoadOrder, 'seconds'> = {
    url,
    host: new URL(product.origin).host,
    cookies,
    timeoutMs,
    requests: [
      { method: 'GET', path: '/api/podcasts' },
      { method: 'GET', path: '/api/user/me/points' },
      { method: 'GET', path: `/api/episode/${episodeId}` },
      { method: 'GET', path: '/api/auth/user' },
      { method: 'POST', path: StartListening.path, body: { episodeId } },
      { method: 'GET', path: '/api/user/me/points' },
      { method: 'GET', path: '/api/user/me/favorites' },
    ],
  }

  return {
    cookies,
    audio: new URL(audioUrl, product.origin),
    async send(
      order: Pick<LoadOrder, 'seconds' | 'workers' | 'perSecond'> & { timeoutMs?: number },
    ): Promise<LoadReport> {
      const program = [process.execPath, '--import', 'tsx', 'infra/drills/send-requests.ts']
      const [command = '', ...args] = core === undefined ? program : ['taskset', '-c', `${core}`, ...program]
      const child = spawn(command, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
      child.stdin.end(JSON.stringify({ ...common, ...order }))
      const [report] = await Promise.all([json(child.stdout), once(child, 'exit')])
      return report as LoadReport
    },
  }
}
