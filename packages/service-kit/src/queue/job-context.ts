import type { Job } from 'bullmq'
import { originOf, within } from '../log/request-origin.ts'
import { runInSpan } from '../tracing/tracing.ts'

/** Runs a job with the request id and the trace of the request that enqueued it. */
export const withinJob = <Result>(job: Job, work: () => Promise<Result>): Promise<Result> => {
  const origin = originOf(job)
  const waited = {
    name: `wait in ${job.queueName}`,
    traceparent: origin?.traceparent,
    since: job.timestamp,
    attributes: {
      'messaging.destination.name': job.queueName,
      'messaging.message.id': job.id ?? '',
      'griot.attempt': job.attemptsMade + 1,
    },
  }
  return within(origin, () => runInSpan(`work on ${job.name}`, waited, work))
}
