import type { Job } from 'bullmq'
import { originOf, within } from './origin.ts'
import { tracing } from './tracing/tracing.ts'

/** Works on a job in the origin that it was asked for in, and as a part of the same trace. */
export const withinJob = <Result>(job: Job, work: () => Promise<Result>): Promise<Result> => {
  const origin = originOf(job)
  return within(origin, () => {
    const active = tracing()
    if (active === undefined) return work()
    const attributes = { 'messaging.destination.name': job.queueName, 'messaging.message.id': job.id ?? '' }
    const waited = active.note(`wait in ${job.queueName}`, {
      kind: 'internal',
      parent: origin?.traceparent,
      attributes,
      began: job.timestamp,
      ended: Math.max(job.timestamp, Date.now()),
    })
    return active.span(
      `work on ${job.name}`,
      { kind: 'consumer', parent: waited, attributes: { ...attributes, 'griot.attempt': job.attemptsMade + 1 } },
      work,
    )
  })
}
