import { PassThrough } from 'node:stream'
import { ModuleDraft, PreviewName } from '@griot/contracts/modules'
import type { Context } from '../http/context.ts'
import type { Visitor } from './visitor-cookies.ts'

const KEEP_ALIVE_MS = 15_000

export const createEventStreams = () => {
  const streams = new Set<PassThrough>()
  const keepAlive = setInterval(() => {
    for (const stream of streams) stream.write(': keep-alive\n\n')
  }, KEEP_ALIVE_MS)
  keepAlive.unref()

  return {
    open(context: Context, event: string, data: unknown) {
      const stream = new PassThrough()
      streams.add(stream)
      stream.once('close', () => streams.delete(stream))
      context.req.once('close', () => stream.destroy())
      context.set({
        'cache-control': 'no-store',
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
      })
      context.status = 200
      context.body = stream
      stream.write(`retry: 2000\n${frame(event, data)}`)
      return stream
    },
    send(event: string, data: unknown) {
      for (const stream of streams) stream.write(frame(event, data))
    },
    close() {
      clearInterval(keepAlive)
      for (const stream of streams) stream.end()
      streams.clear()
    },
  }
}

const frame = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** The version of a draft; null if the draft does not exist. */
export type ReadDraft = (module: string, draft: string) => Promise<string | null>

const POLL_MS = { draft: 500, preview: 2500 }

/** Sends an event to a tab with an override to a draft or preview when its version changes. */
export const followDrafts = (stream: PassThrough, { overrides }: Visitor, readDraft: ReadDraft) => {
  const drafts = Object.entries(overrides).filter(([, value]) => ModuleDraft.safeParse(value).success)
  if (drafts.length === 0) return
  const readVersions = () => Promise.all(drafts.map(([module, draft]) => readDraft(module, draft)))
  const kindOf = (some: typeof drafts) =>
    some.some(([, draft]) => !PreviewName.safeParse(draft).success) ? 'draft' : 'preview'

  let known: (string | null)[] | undefined
  let isClosed = false
  const poll = async () => {
    // While the database is unavailable, nothing changes.
    const versions = await readVersions().catch(() => known)
    // The first poll sends an event too: the version may have changed since the page was rendered.
    const changed = drafts.filter((_, index) => versions?.[index] !== known?.[index])
    if (changed.length > 0) stream.write(frame(kindOf(changed), {}))
    known = versions
    if (!isClosed) timer = setTimeout(() => void poll(), POLL_MS[kindOf(drafts)])
  }
  let timer = setTimeout(() => void poll())
  stream.once('close', () => {
    isClosed = true
    clearTimeout(timer)
  })
}
