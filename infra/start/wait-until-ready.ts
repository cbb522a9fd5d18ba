import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { reasonFor, SetupError } from '../common/setup-error.ts'
import type { Child } from './keep-running.ts'

/** A process that exits this often before the product is ready cannot start. */
const MAX_EXITS = 3
const READY_TIMEOUT_MS = 120_000

/** The URL of the gateway on this machine, for any listen address. */
export const localOrigin = (host: string, port: number): string => {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Reads /healthz with `node:http`, because `fetch` loads code that stays in memory. */
const readHealth = async (origin: string): Promise<{ isReady: boolean; body: string }> => {
  try {
    const request = get(`${origin}/healthz`, { agent: false, signal: AbortSignal.timeout(3000) })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return { isReady: response.statusCode === 200, body: await text(response) }
  } catch (error) {
    return { isReady: false, body: reasonFor(error) }
  }
}

/** Waits until the gateway reports that every service is healthy and the worker is ready. Throws a SetupError otherwise. */
export const waitUntilReady = async (origin: string, children: readonly Child[], isStopping: () => boolean) => {
  const deadline = Date.now() + READY_TIMEOUT_MS
  for (;;) {
    const failed = children.find((child) => child.exits() >= MAX_EXITS)
    if (failed) {
      const { file, last } = failed.log
      throw new SetupError(`${failed.name} does not start. Its log is ${file}; the last lines:\n${last().join('\n')}`)
    }
    const { isReady, body } = await readHealth(origin)
    if (isReady && children.every((child) => child.name !== 'media-worker' || child.isReady())) return
    if (isStopping()) throw new SetupError('Stopped before the product was ready.')
    if (Date.now() > deadline) throw new SetupError(`Not every process was ready within two minutes: ${body}`)
    await sleep(100)
  }
}
