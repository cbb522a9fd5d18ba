import { EventEmitter, once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AppError } from './errors.ts'
import { tooSlow } from './upload-form.ts'

export interface MinimumSpeed {
  bytesPerSecond: number
  /** The speed is averaged over each window, so this is also the grace period of a new body. */
  windowMs: number
}

export interface BodyLimits {
  /** Concurrent bodies of one person, and of all persons at this instance. */
  each: number
  total: number
  /** The lowest accepted speed. A slower body is refused with 408. */
  minimumSpeed: MinimumSpeed
  maxBytes: number
  /** A younger body is not ended for another one: its speed is not known yet. */
  youngMs?: number
  /** How long a body waits for a slot. */
  waitMs?: number
}

const YOUNG_MS = 3_000
const WAIT_MS = 4_000
/** If each person has one body, only a slower one is ended for another person. */
const FAST_BYTES_PER_SECOND = 128 * 1024
/** A person whose body was ended may not end those of others for this long: retries would end one after the other. */
const BARRED_MS = 60_000

export interface BodyRequest {
  person: string
  /** Connections of the same upload share a slot: the client may have lost the first one. */
  id: string
  request: IncomingMessage
  refusals: { tooMany(): AppError; busy(): AppError; tooLarge(): AppError; aborted(): AppError }
}

interface Body extends BodyRequest {
  startedAt: number
  bytes: number
  /** Set while it arrives. */
  end?: (error: AppError) => void
}

/** A slot for a body that is arriving. */
export interface BodySlot {
  /**
   * Watches the body. Calls `fail` if the client disconnects, is too slow or sends too much, or if the body is ended for
   * another person. Returns a function that ends the watch.
   */
  watch(fail: (error: AppError) => void): () => void
  /** Frees the slot. May be called repeatedly. */
  release(): void
}

/**
 * Shares the bodies that this instance receives at the same time: each person has a limit, and when all slots are taken,
 * the slowest body of the person who has most is ended for a person who has fewer.
 */
export const createBodySlots = (limits: BodyLimits) => {
  const { each, total, youngMs = YOUNG_MS, waitMs = WAIT_MS } = limits
  const taken = new Set<Body>()
  const freed = new EventEmitter().setMaxListeners(0)
  const barred = new Map<string, number>()

  // With the person: a client may name the upload of another person.
  const idsOf = (bodies: Iterable<Body>) => new Set(Array.from(bodies, ({ person, id }) => `${person} ${id}`))
  const bodiesOf = (person: string) => [...taken].filter((body) => body.person === person)
  const ageOf = ({ startedAt }: Body) => performance.now() - startedAt
  const speedOf = (body: Body) => (body.bytes * 1000) / Math.max(1, ageOf(body))

  const isBarred = (person: string) => {
    const now = performance.now()
    for (const [one, until] of barred) if (until < now) barred.delete(one)
    return barred.has(person)
  }

  /** The bodies that may be ended for this person, also young ones, the slowest first. */
  const candidatesFor = (person: string) => {
    const own = idsOf(bodiesOf(person)).size
    const counts = new Map([...taken].map((body) => [body.person, idsOf(bodiesOf(body.person)).size]))
    const most = Math.max(...counts.values())
    return [...taken]
      .filter((body) => body.end !== undefined && body.person !== person && counts.get(body.person) === most)
      .filter((body) => own + 1 < most || (own < most && speedOf(body) < FAST_BYTES_PER_SECOND))
      .sort((one, other) => speedOf(one) - speedOf(other))
  }

  const end = ({ id, person }: Body) => {
    barred.set(person, performance.now() + BARRED_MS)
    for (const body of taken) {
      if (body.id !== id || body.person !== person) continue
      taken.delete(body)
      body.end?.(body.refusals.busy())
    }
  }

  /** Ends another body, or waits until one may be ended or is done. Throws if that takes too long. */
  const freeSlot = async ({ person, refusals }: BodyRequest, deadline: number) => {
    if (isBarred(person)) throw refusals.busy()
    const candidates = candidatesFor(person)
    const slowest = candidates.find((body) => ageOf(body) >= youngMs)
    if (slowest !== undefined) return end(slowest)
    const ages = candidates.map(ageOf)
    const remainingMs = deadline - performance.now()
    if (remainingMs <= 0) throw refusals.busy()
    const pauseMs = Math.ceil(Math.min(remainingMs, ...ages.map((age) => youngMs - age)))
    await once(freed, 'freed', { signal: AbortSignal.timeout(Math.max(1, pauseMs)) }).catch(() => {})
  }

  return {
    /** Takes a slot before a byte is read. Throws 429 beyond the limit of a person, and 503 if no slot becomes free. */
    async take(asked: BodyRequest): Promise<BodySlot> {
      const { person, id, request, refusals } = asked
      const deadline = performance.now() + waitMs
      for (;;) {
        if (request.destroyed) throw refusals.aborted()
        const own = idsOf(bodiesOf(person))
        if (own.has(`${person} ${id}`)) break
        if (own.size >= each) throw refusals.tooMany()
        if (idsOf(taken).size < total) break
        await freeSlot(asked, deadline)
      }
      const body: Body = { ...asked, startedAt: performance.now(), bytes: 0 }
      taken.add(body)
      return {
        watch: (fail) => watchBody(body, limits, fail),
        release() {
          if (taken.delete(body)) freed.emit('freed')
        },
      }
    },
  }
}
export type BodySlots = ReturnType<typeof createBodySlots>

const watchBody = (body: Body, { minimumSpeed, maxBytes }: BodyLimits, fail: (error: AppError) => void) => {
  const { request, refusals } = body
  let bytesInWindow = 0
  const count = (chunk: Buffer) => {
    bytesInWindow += chunk.length
    body.bytes += chunk.length
    // The length of a chunked body is known only while it arrives.
    if (body.bytes > maxBytes) fail(refusals.tooLarge())
  }
  // Not `complete`: bytes that had arrived but were not read are lost with the connection.
  const handleClose = () => {
    if (!request.readableEnded) fail(refusals.aborted())
  }
  // While bytes wait to be read, the service is slow and not the client.
  const isServiceSlow = () => request.complete || request.isPaused() || request.readableLength > 0
  const { bytesPerSecond, windowMs } = minimumSpeed
  const window = setInterval(() => {
    if (!isServiceSlow() && bytesInWindow < (bytesPerSecond * windowMs) / 1000) fail(tooSlow())
    bytesInWindow = 0
  }, windowMs)
  // The client may have disconnected before the watch began.
  if (request.destroyed) setImmediate(handleClose)
  body.end = fail
  request.on('data', count)
  request.on('error', handleClose)
  request.on('close', handleClose)
  return () => {
    delete body.end
    clearInterval(window)
    request.off('data', count)
    request.off('close', handleClose)
  }
}
