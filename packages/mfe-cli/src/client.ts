import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { call } from '@griot/contracts/client'
import type { CallInput, Endpoint, ResponseOf } from '@griot/contracts/endpoint'
import { ApiError } from '@griot/contracts/errors'
import { moduleFilePath } from '@griot/contracts/module-address'
import { RegistryApi } from '@griot/contracts/module-endpoints'
import type { ChangeAction } from '@griot/contracts/module-pointer'
import type { ChangeRequest } from '@griot/contracts/module-registry'
import type { VersionDocument } from '@griot/contracts/modules'
import { EXIT, refused, Stop } from './output.ts'

export const ENV = 'prod'
const TIMEOUT_MS = 30_000
const ATTEMPTS = 5

/** Module versions, or all versions of a revision. */
export type Override = { modules: Record<string, string> } | { rev: number }

export type Client = ReturnType<typeof createClient>

/** Methods throw {@link ApiError} for an error response and {@link Stop} if there is no response. */
export const createClient = ({ origin, token }: { origin: string; token: string | undefined }) => {
  const request = async (address: string, init: RequestInit) => {
    const headers = { ...init.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
    try {
      return await fetch(new URL(address, origin), { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
      throw new Stop(EXIT.transport, `${origin} does not respond (${cause}).`, [
        'Set MFE_ORIGIN to the address of the product.',
      ])
    }
  }

  const send = async <E extends Endpoint>(endpoint: E, input: CallInput<E>, headers: Record<string, string> = {}) =>
    endpoint.response.parse(await call(endpoint, input, { ask: request, headers })) as ResponseOf<E>

  const sendRaw = async (address: string, init: RequestInit = {}) => {
    const response = await request(address, init)
    const text = await response.text()
    if (!response.ok) throw new ApiError(response.status, text)
    return text
  }

  const status = () => send(RegistryApi.readStatus, {})

  /** Sends the change for the current revision. Retries if only other modules have changed meanwhile. */
  const change = async (module: string, action: ChangeAction, body: ChangeRequest) => {
    let seen = await status()
    for (let attempt = 1; ; attempt += 1) {
      try {
        const params = { env: ENV, module, action }
        const response = await send(RegistryApi.changeModule, { params, body }, { 'if-match': `"${seen.rev}"` })
        return { response, before: seen.modules[module] }
      } catch (error) {
        if (!hasCode(error, 'pointer.moved') || attempt === ATTEMPTS) throw error
        const now = await status()
        if (JSON.stringify(now.modules[module]) !== JSON.stringify(seen.modules[module])) throw error
        seen = now
      }
    }
  }

  return {
    origin,
    send,
    status,
    change,
    document: (module: string, version: string): Promise<VersionDocument> =>
      send(RegistryApi.readVersion, { params: { module, version } }),
    /** The text of a version's file. Throws if it does not match its integrity. */
    file: async ({ module, version, files }: VersionDocument, name: string) => {
      const content = await sendRaw(moduleFilePath({ module, version }, name))
      const sri = `sha384-${createHash('sha384').update(content).digest('base64')}`
      if (sri === files[name]?.sri) return content
      throw new Stop(EXIT.transport, `${name} of ${module} ${version} arrived with other content than deployed.`)
    },
    uploadFile: async ({ module, files, built }: VersionDocument, dist: string, name: string) => {
      const hash = Buffer.from(files[name]?.sri.slice('sha384-'.length) ?? '', 'base64').toString('hex')
      // Full compression would delay the developer, and the next build replaces the file.
      const effort = built.watcher ? '&effort=little' : ''
      const address = `/mfe/v1/modules/${module}/blobs/${hash}?name=${encodeURIComponent(name)}${effort}`
      await sendRaw(address, { method: 'PUT', body: new Uint8Array(await readFile(path.join(dist, name))) })
    },
    override: (override: Override, minutes: number | undefined) =>
      send(RegistryApi.createOverride, { body: { ...override, minutes } }),
  }
}

export const hasCode = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && error.code === code

/** The error response as the end of the command. */
export const stopFor = (error: ApiError, hasToken: boolean) => {
  if (error.status === 401) {
    const message = hasToken
      ? 'The token in MFE_TOKEN is unknown or has expired.'
      : 'This command needs a token of the module in MFE_TOKEN.'
    return refused(message, [
      'An admin creates one at /mfe/. On the machine of the product: export MFE_TOKEN=$(npm run -s mfe:token -- <module>)',
    ])
  }
  const details = Object.entries(error.fields).map(([name, problem]) => `${name}  ${problem}`)
  const exit = error.status >= 500 ? EXIT.transport : EXIT.refused
  return new Stop(exit, error.sentence ?? `The gateway returned status ${error.status}.`, details)
}
