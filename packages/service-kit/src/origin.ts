import { AsyncLocalStorage } from 'node:async_hooks'
import type { Job } from 'bullmq'
import { z } from 'zod'

/** The request that all of this came of, however many processes and queues ago. */
const Origin = z.object({
  requestId: z.string(),
  /** Of what asked for this, while traces are written. */
  traceparent: z.string().optional(),
})
export type Origin = z.infer<typeof Origin>

const kept = new AsyncLocalStorage<Origin>()

/** Undefined outside of a request whose service keeps origins: see `keepOrigins` of the app. */
export const currentOrigin = () => kept.getStore()

/** Everything that is done and logged in `work`, and all that is asked for there, comes of this origin. */
export const within = <Result>(origin: Origin | undefined, work: () => Result): Result =>
  origin === undefined ? work() : kept.run(origin, work)

// Beside the data, which every job type and event reads by its own schema and so without this.
const KEY = '$origin'

export const withOrigin = (data: unknown, origin: unknown) =>
  origin === null || origin === undefined ? data : { ...(data as object), [KEY]: origin }

/** The origin that a job was asked for in, if that is known. */
export const originOf = ({ data }: Pick<Job, 'data'>): Origin | undefined =>
  Origin.safeParse((data as Record<string, unknown> | null)?.[KEY]).data
