import { AsyncLocalStorage } from 'node:async_hooks'
import type { Job } from 'bullmq'
import { z } from 'zod'

/** The request that caused the current work, also across queues and processes. */
const Origin = z.object({
  requestId: z.string(),
  /** Of the span that stored the work, while tracing is on. */
  traceparent: z.string().optional(),
})
export type Origin = z.infer<typeof Origin>

const storage = new AsyncLocalStorage<Origin>()

/** Undefined outside of a request or job. */
export const currentOrigin = () => storage.getStore()

/** Runs `work` so that its log lines and stored jobs carry the origin. */
export const within = <Result>(origin: Origin | undefined, work: () => Result): Result =>
  origin === undefined ? work() : storage.run(origin, work)

// Stored beside the data of a job, whose schema ignores it.
const KEY = '$origin'

export const withOrigin = (data: unknown, origin: unknown) =>
  origin === null || origin === undefined ? data : { ...(data as object), [KEY]: origin }

export const originOf = ({ data }: Pick<Job, 'data'>): Origin | undefined =>
  Origin.safeParse((data as Record<string, unknown> | null)?.[KEY]).data
