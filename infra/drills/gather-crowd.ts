import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { StartListening } from '@griot/contracts/listening'
import type { startTwoOfEverything } from '../copies/two-of-everything.ts'
import { root } from '../start/config.ts'
import { signIn } from '../testing/gateway.ts'
import { createAsker, publishEpisode } from './copies-load.ts'
import type { CrowdOrder, CrowdReport } from './crowd.ts'
import { recordedSound } from './recorded-sound.ts'

const PEOPLE = 400

export interface CrowdOptions {
  house: Awaited<ReturnType<typeof startTwoOfEverything>>
  /** Where they go in: through the balancer, or past it. */
  url: string
  /** Seconds of the recording that they hear. */
  seconds: number
  /** A browser waits for long; somebody in front of it has gone after two seconds or so. */
  patienceMs?: number
  /** The core that they stand on; any when left out. */
  core?: number
}

/** People who are signed in at a house, and an episode for them; they come as often as they are sent. */
export const gatherCrowd = async ({ house, url, seconds, patienceMs = 2_000, core }: CrowdOptions) => {
  const cookies = await signIn(
    house.gatewayUrl,
    Array.from({ length: PEOPLE }, () => randomUUID()),
  )
  const host = createAsker(house.origin, cookies[0] ?? '')
  const episodeId = await publishEpisode(host, await recordedSound(seconds))
  const episode = (await host.ask('GET', `/api/episode/${episodeId}`)).body as { audioUrl: string }
  const common: Omit<CrowdOrder, 'seconds'> = {
    url,
    host: new URL(house.origin).host,
    cookies,
    patienceMs,
    asks: [
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
    audio: new URL(episode.audioUrl, house.origin),
    /** Sends them for a while; answers what became of what they asked. */
    async send(
      more: Pick<CrowdOrder, 'seconds' | 'workers' | 'perSecond'> & { patienceMs?: number },
    ): Promise<CrowdReport> {
      const program = [process.execPath, '--import', 'tsx', 'infra/drills/crowd.ts']
      const [command = '', ...rest] = core === undefined ? program : ['taskset', '-c', `${core}`, ...program]
      const crowd = spawn(command, rest, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
      crowd.stdin.end(JSON.stringify({ ...common, ...more }))
      const [report] = await Promise.all([json(crowd.stdout), once(crowd, 'exit')])
      return report as CrowdReport
    },
  }
}
