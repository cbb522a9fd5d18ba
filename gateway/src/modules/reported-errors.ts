import { moduleFileAt } from '@griot/contracts/module-address'
import type { TelemetryEvent } from '@griot/contracts/module-registry'
import { type ReadSourceMap, translateStackTrace } from '@griot/contracts/stack-trace'
import { blobKey } from '@griot/module-registry/blobs'
import { shortHash } from '@griot/service-kit/files/short-hash'
import { scrub } from '@griot/service-kit/log/redact'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { LRUCache } from 'lru-cache'
import { listErrors, type ReportedError } from './errors.queries.ts'
import type { Platform } from './registry.ts'

const LISTED = 50
const MAX_MAPS = 20

/** The first frames identify an error; the deeper ones depend on the page. */
const FRAMES = 3

/** An event with the details of an error, without secrets and e-mail addresses; null for other events. */
export const reportedError = (event: TelemetryEvent): ReportedError | null => {
  if (event.kind !== 'detail' || event.message === undefined) return null
  const message = scrub(event.message)
  const stack = event.stack === undefined ? null : scrub(event.stack)
  const frames = stack?.match(/[^\s(@]+:\d+:\d+/g)?.slice(0, FRAMES) ?? []
  // Numbers and ids in a message differ between users.
  const kind = message.replace(/[0-9a-f-]{8,}|\d+/gi, '#')
  return {
    module: event.module,
    version: event.version,
    fingerprint: shortHash(JSON.stringify([kind, frames])),
    message,
    stack,
    page: scrub(event.page ?? '/'),
    incident: event.incident ?? null,
  }
}

/** The errors of a module, newest first, with stack traces of the sources. */
export const createReadErrors = ({ db, store, registry }: Platform) => {
  const maps = new LRUCache<string, TraceMap>({ max: MAX_MAPS })

  const readMap: ReadSourceMap = async (address) => {
    const file = moduleFileAt(address.slice(Math.max(0, address.indexOf('/m/'))))
    if (!file) return null
    const document = await registry.document(file.module, file.version)
    const sri = document?.files[`${file.file}.map`]?.sri
    if (sri === undefined) return null
    const content = maps.has(sri) ? null : await store.read(blobKey(sri))
    if (content) maps.set(sri, new TraceMap(content.toString()))
    const map = maps.get(sri)
    if (!map) return null
    return (position) => {
      const { source, line, column } = originalPositionFor(map, position)
      return source === null ? null : { source, line, column }
    }
  }

  return async (module: string) => {
    const errors = await listErrors(db, module, LISTED)
    const translate = async (stack: string | null) =>
      stack === null ? null : (await translateStackTrace(stack, readMap)).text
    return Promise.all(errors.map(async (error) => ({ ...error, stack: await translate(error.stack) })))
  }
}
