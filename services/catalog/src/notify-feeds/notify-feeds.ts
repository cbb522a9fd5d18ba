import { inTransaction } from '@griot/service-kit/db/db'
import { withinJob } from '@griot/service-kit/queue/job-context'
import { enqueue, type OutboxOptions } from '@griot/service-kit/queue/outbox'
import type { Job } from '@griot/service-kit/queue/queue'
import { repeatWork } from '@griot/service-kit/repeat-work'
import { z } from 'zod'
import { NotifyFeed } from './notify-feed.job.ts'
import { isFeedServed, takeChangedFeeds } from './notify-feeds.queries.ts'
import type { Target } from './notify-targets.ts'

/** Of a feed, so that several changes are one notification. */
const QUIET_SECONDS = 10
const PAUSE_MS = 2_000
const TIMEOUT_MS = 10_000

interface Options extends Pick<OutboxOptions, 'db' | 'queueing' | 'log'> {
  targets: readonly Target[]
  /** The public address of a feed. */
  feedUrl: (podcastId: string) => string
  /** Starts the delivery of new jobs. */
  kick: () => void
  quietSeconds?: number
  pauseMs?: number
}

/** The targets that accepted the notification in an earlier attempt. */
const Accepted = z.array(z.string()).catch([])

/** Notifies the configured services ten seconds after the last change of a feed. The queue retries failed notifications. */
export const notifyFeeds = (options: Options) => {
  const { db, queueing, log, targets, feedUrl, kick, quietSeconds = QUIET_SECONDS, pauseMs = PAUSE_MS } = options

  const changes = repeatWork({ what: 'finding changed feeds', pauseMs, log }, async () => {
    const changed = await inTransaction(db, async (tx) => {
      const feeds = await takeChangedFeeds(tx, quietSeconds)
      await enqueue(tx, NotifyFeed, ...feeds)
      return feeds.length
    })
    if (changed > 0) kick()
  })

  const worker = queueing.worker<unknown>(NotifyFeed.queue, (job) =>
    withinJob(job, async () => {
      const { podcastId } = NotifyFeed.data.parse(job.data)
      if (await isFeedServed(db, podcastId)) await notifyAll(job, targets, feedUrl(podcastId))
    }),
  )
  worker.on('failed', (job, error) =>
    log.warn({ err: error, jobId: job?.id, attempt: job?.attemptsMade }, 'change of a feed not announced'),
  )
  return { close: () => changes.close() }
}

const notifyAll = async (job: Job<unknown>, targets: readonly Target[], feed: string) => {
  const accepted = new Set(Accepted.parse(job.progress))
  const failures: string[] = []
  for (const { name, request } of targets.filter((target) => !accepted.has(target.name))) {
    const failure = await send(request(feed))
    if (failure === undefined) accepted.add(name)
    else failures.push(`${name} ${failure}`)
  }
  await job.updateProgress([...accepted])
  if (failures.length > 0) throw new Error(`${failures.join('; ')}.`)
}

/** The failure in words; undefined if the service accepted the notification. */
const send = async (request: Request) => {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
    await response.body?.cancel()
    return response.ok ? undefined : `returned ${response.status}`
  } catch {
    // Without the cause, which may contain the address with a secret of the operator.
    return 'did not respond'
  }
}
