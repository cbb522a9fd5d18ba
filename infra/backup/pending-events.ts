import { readFile, writeFile } from 'node:fs/promises'
import { SERVICES, schemaOf } from '@griot/contracts/services'
import { createLog } from '@griot/service-kit/log/log'
import { eventsIn } from '@griot/service-kit/queue/event-batch'
import { eventQueue } from '@griot/service-kit/queue/outbox'
import { createQueueing } from '@griot/service-kit/queue/queue'
import type { JobType } from 'bullmq'
import type pg from 'pg'
import { z } from 'zod'
import { eventsFile } from './manifest.ts'

const Event = z.object({
  schema: z.string(),
  queue: z.string(),
  name: z.string(),
  data: z.unknown(),
  jobId: z.string(),
})
type Event = z.infer<typeof Event>

const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed', 'completed'] satisfies JobType[]

/**
 * Events that had left the outbox and may not have been consumed when the snapshot was taken. Consumers are idempotent, so a
 * restored installation can deliver them again. Other jobs are not included: the worker finds unfinished files itself.
 */
export const readEvents = async (connection: { databaseUrl: string; redisUrl: string | undefined }) => {
  const queueing = createQueueing({ ...connection, log: createLog('backup', 'error') })
  try {
    const events = new Map<string, Event>()
    for (const service of SERVICES) {
      const schema = schemaOf(service)
      const queue = eventQueue(service)
      for (const job of await queueing.queue(queue).getJobs(STATES)) {
        for (const { id: jobId, data } of eventsIn(job)) {
          events.set(`${queue} ${jobId}`, { schema, queue, name: job.name, data, jobId })
        }
      }
    }
    return [...events.values()]
  } finally {
    await queueing.close()
  }
}

export const writeEvents = (folder: string, events: Event[]) =>
  writeFile(eventsFile(folder), JSON.stringify(events), { mode: 0o600 })

/** Inserts the events into the outbox of each consumer, which delivers them after the next start. */
export const loadEvents = async (client: pg.Client, folder: string, schemas: readonly string[]) => {
  const events = z.array(Event).parse(JSON.parse(await readFile(eventsFile(folder), 'utf8')))
  for (const { schema, queue, name, data, jobId } of events) {
    if (!schemas.includes(schema) || !SERVICES.some((service) => schemaOf(service) === schema)) continue
    await client.query(`insert into ${schema}.outbox (queue, name, data, job_id) values ($1, $2, $3, $4)`, [
      queue,
      name,
      JSON.stringify(data),
      jobId,
    ])
  }
}
