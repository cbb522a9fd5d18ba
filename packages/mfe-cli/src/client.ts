import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { moduleFilePath } from '@griot/contracts/module-address'
import type { Standing } from '@griot/contracts/module-pointer'
import {
  type ChangeAction,
  ChangeAnswer,
  type ChangeRequest,
  CollectAnswer,
  DeployedVersions,
  DeployPlan,
  DraftAnswer,
  OverrideAnswer,
  RegistryStatus,
  Revisions,
  TypesCompared,
  UncomparedTypes,
  VersionChecks,
} from '@griot/contracts/module-registry'
import { VersionDocument } from '@griot/contracts/modules'
import type { z } from 'zod'
import { EXIT, Stop } from './outcome.ts'

export interface Client {
  origin: string
  status(): Promise<RegistryStatus>
  document(module: string, version: string): Promise<VersionDocument>
  /** A file of a deployed version, as text; it is what the document says it is. */
  file(document: VersionDocument, name: string): Promise<string>
  checks(module: string, version: string): Promise<VersionChecks>
  uncompared(module: string, version: string): Promise<UncomparedTypes>
  tellCompared(document: VersionDocument, compared: TypesCompared): Promise<TypesCompared>
  plan(document: VersionDocument): Promise<DeployPlan>
  putFile(document: VersionDocument, dist: string, name: string): Promise<void>
  commit(document: VersionDocument): Promise<VersionChecks>
  /** `before` is how the module stood until then. */
  change(
    module: string,
    action: ChangeAction,
    request: ChangeRequest,
  ): Promise<{ answer: ChangeAnswer; before: Standing | undefined }>
  collect(module: string, dryRun: boolean): Promise<CollectAnswer>
  /** Newest first. */
  versions(module: string, most: number): Promise<DeployedVersions>
  /** Newest first, from `before` on or from what stands. */
  revisions(before: number | undefined, most: number): Promise<Revisions>
  override(sight: Sight, minutes: number | undefined): Promise<OverrideAnswer>
  moveDraft(module: string, draft: string, version: string): Promise<DraftAnswer>
}

/** Versions of modules, or everything as it stood at a revision. */
type Sight = { modules: Record<string, string> } | { rev: number }

/** An answer of the gateway that is no success. */
export class Refused extends Stop {
  readonly apiCode: string

  constructor(status: number, { code = '', message = '', fields = {} }: Partial<ErrorAnswer>) {
    const details = Object.entries(fields).map(([name, says]) => `${name}  ${says}`)
    const exit = status >= 500 ? EXIT.transport : EXIT.refused
    super(exit, message || `The gateway answered ${status}.`, details)
    this.apiCode = code
  }
}

interface ErrorAnswer {
  code: string
  message: string
  fields: Record<string, string>
}

const NO_TOKEN = ['This needs a token of the module.', 'The token in MFE_TOKEN is not good, or no longer.'] as const
const HOW_TO_GET_ONE =
  'An admin makes one at /mfe/; where the product runs: export MFE_TOKEN=$(npm run -s mfe:token -- <module>)'
const ENV = 'prod'
const PATIENCE_MS = 30_000
const TRIES = 5

export const createClient = ({ origin, token }: { origin: string; token: string | undefined }): Client => {
  const send = async (method: string, place: string, body?: string | Uint8Array<ArrayBuffer>, more = {}) => {
    const headers = { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...more }
    let response: Response
    try {
      response = await fetch(new URL(place, `${origin}/mfe/v1/`), {
        ...{ method, headers, signal: AbortSignal.timeout(PATIENCE_MS) },
        ...(body === undefined ? {} : { body }),
      })
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
      throw new Stop(EXIT.transport, `${origin} does not answer (${cause}).`, [
        'Set MFE_ORIGIN to the product’s address.',
      ])
    }
    const text = await response.text()
    if (response.status === 401) throw new Stop(EXIT.refused, NO_TOKEN[token === undefined ? 0 : 1], [HOW_TO_GET_ONE])
    if (!response.ok) throw new Refused(response.status, errorIn(text))
    return text
  }

  const ask = async <Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    place: string,
    body?: object,
    more = {},
  ) => {
    const json = body === undefined ? undefined : JSON.stringify(body)
    const text = await send(
      method,
      place,
      json,
      json === undefined ? more : { 'content-type': 'application/json', ...more },
    )
    return schema.parse(JSON.parse(text))
  }

  const status = () => ask(RegistryStatus, 'GET', 'status')

  return {
    origin,
    status,
    document: (module, version) => ask(VersionDocument, 'GET', `modules/${module}/versions/${version}`),
    async file({ module, version, files }, name) {
      const content = await send('GET', moduleFilePath({ module, version }, name))
      const sri = `sha384-${createHash('sha384').update(content).digest('base64')}`
      if (sri === files[name]?.sri) return content
      throw new Stop(EXIT.transport, `${name} of ${module} ${version} did not come as it was deployed.`)
    },
    uncompared: (module, version) => ask(UncomparedTypes, 'GET', `modules/${module}/versions/${version}/types`),
    tellCompared: ({ module, version }, compared) =>
      ask(TypesCompared, 'PUT', `modules/${module}/versions/${version}/types`, compared),
    checks: (module, version) => ask(VersionChecks, 'GET', `modules/${module}/versions/${version}/checks`),
    plan: (document) => ask(DeployPlan, 'POST', `modules/${document.module}/plan`, { document }),
    async putFile({ module, files, built }, dist, name) {
      const hash = Buffer.from(files[name]?.sri.slice('sha384-'.length) ?? '', 'base64').toString('hex')
      const content = new Uint8Array(await readFile(path.join(dist, name)))
      // The developer waits for it, and the next build replaces it.
      const effort = built.watcher ? '&effort=little' : ''
      await send('PUT', `modules/${module}/blobs/${hash}?name=${encodeURIComponent(name)}${effort}`, content)
    },
    commit: (document) => ask(VersionChecks, 'POST', `modules/${document.module}/versions`, { document }),
    async change(module, action, request) {
      let seen = await status()
      for (let tries = 1; ; tries += 1) {
        try {
          const place = `env/${ENV}/modules/${module}/${action}`
          const answer = await ask(ChangeAnswer, 'POST', place, request, { 'if-match': `"${seen.rev}"` })
          return { answer, before: seen.modules[module] }
        } catch (error) {
          if (!(error instanceof Refused) || error.apiCode !== 'pointer.moved' || tries === TRIES) throw error
          const now = await status()
          // Another team's change is no reason to ask again; one of our own module is.
          if (JSON.stringify(now.modules[module]) !== JSON.stringify(seen.modules[module])) throw error
          seen = now
        }
      }
    },
    collect: (module, dryRun) => ask(CollectAnswer, 'POST', `modules/${module}/collect`, { dryRun }),
    moveDraft: (module, draft, version) => ask(DraftAnswer, 'PUT', `modules/${module}/drafts/${draft}`, { version }),
    versions: (module, most) => ask(DeployedVersions, 'GET', `modules/${module}/versions?limit=${most}`),
    revisions: (before, most) =>
      ask(Revisions, 'GET', `env/${ENV}/revisions?limit=${most}${before === undefined ? '' : `&before=${before}`}`),
    override: (sight, minutes) => ask(OverrideAnswer, 'POST', 'overrides', { ...sight, minutes }),
  }
}

const errorIn = (text: string): Partial<ErrorAnswer> => {
  try {
    return JSON.parse(text) as Partial<ErrorAnswer>
  } catch {
    return {}
  }
}
