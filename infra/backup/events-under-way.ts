import { readFile, writeFile } from 'node:fs/promises'
import { createLog } from '@griot/service-kit/log'
import { eventQueue } from '@griot/service-kit/outbox'
import { createQueueing } from '@griot/service-kit/queue'
import type pg from 'pg'
import { z } from 'zod'
import { eventsFile } from './manifest.ts'

/** Service → its schema, for those that are told what happened. */
const CONSUMERS = { catalog: 'catalog', 'listening-points': 'listening_points', media: 'media' } as const

const Event = z.object({
  schema: z.string(),
  queue: z.string(),
  name: z.string(),
  data: z.unknown(),
  jobId: z.string(),
})
type Event = z.infer<typeof Event>

const PAGE = 500
const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed', 'completed'] as const

export interface QueuePlace {
  databaseUrl: string
  redisUrl: string | undefined
}

/**
 * Events that had left their service's outbox and perhaps not had their effect when the database was read, those that
 * have been consumed since then among them. Each knows its effect again, so that telling one twice does nothing.
 * Jobs that are no events are not kept: the worker finds by itself what is not done.
 */
export const readEvents = async (place: QueuePlace): Promise<Event[]> => {
  const queueing = createQueueing({ ...place, log: createLog('backup', 'error') })
  try {
    const events: Event[] = []
    for (const [consumer, schema] of Object.entries(CONSUMERS)) {
      const name = eventQueue(consumer)
      const queue = queueing.queue(name)
      for (const state of STATES) {
        for (let from = 0; ; from += PAGE) {
          const jobs = await queue.getJobs([state], from, from + PAGE - 1)
          for (const job of jobs) {
            if (job?.id === undefined) continue
            events.push({ schema, queue: name, name: job.name, data: job.data, jobId: job.id })
          }
          if (jobs.length < PAGE) break
        }
      }
    }
    return [...new Map(events.map((event) => [`${event.queue} ${event.jobId}`, event])).values()]
  } finally {
    await queueing.close()
  }
}

export const writeEvents = (folder: string, events: Event[]) =>
  writeFile(eventsFile(folder), JSON.stringify(events), { mode: 0o600 })

/** Puts them into the outbox of whoever of these services is to be told: from there they go their way. */
export const loadEvents = async (client: pg.Client, folder: string, schemas: readonly string[]) => {
  const events = z.array(Event).parse(JSON.parse(await readFile(eventsFile(folder), 'utf8')))
  for (const { schema, queue, name, data, jobId } of events) {
    if (!schemas.includes(schema) || !Object.values(CONSUMERS).some((known) => known === schema)) continue
    await client.query(`insert into ${schema}.outbox (queue, name, data, job_id) values ($1, $2, $3, $4)`, [
      queue,
      name,
      JSON.stringify(data),
      jobId,
    ])
  }
}
