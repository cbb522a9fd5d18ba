import { type Db, inTransaction } from '@griot/service-kit/db/db'
import { inTime } from '@griot/service-kit/in-time'
import type { Log } from '@griot/service-kit/log/log'
import { enqueue } from '@griot/service-kit/queue/outbox'
import type { Queue } from 'bullmq'
import { lockFile } from '../files/media-file.ts'
import { MakeMp3 } from '../open-audio/make-mp3.job.ts'
import { markMp3Failed, silentMp3s } from '../open-audio/mp3.queries.ts'
import { settleMp3s } from '../open-audio/settle-mp3.ts'
import { MeasureLong, ProbeMedia } from '../processing/probe-media.job.ts'
import { markFailed, nextRound, silentRounds } from '../processing/processing.queries.ts'
import { enqueueRenditions } from '../renditions/change-rendition.ts'
import { MakeRendition } from '../renditions/make-rendition.job.ts'
import { findSource, markRenditionFailed, silentRenditions } from '../renditions/renditions.queries.ts'

const QUEUED_AGAIN = 'The job of this file was lost, so it was queued again.'
// Running work updates its row every second. The jobs of waiting files are looked up each time.
const SILENT_SECONDS = 30
// The call may never return while the queue is unavailable. The next housekeeping tries again.
const QUEUE_TIMEOUT_MS = 5_000

type JobQueue = Pick<Queue, 'getJob'>

/**
 * Compares the rows in processing with the queue. Queues lost work again and marks work whose job has failed as failed.
 * Any number of instances may run this.
 */
export const requeueLost = async (
  { db, queue, log }: { db: Db; queue: JobQueue; log: Log },
  silentSeconds = SILENT_SECONDS,
) => {
  for (const round of await silentRounds(db, silentSeconds)) {
    const state = await jobState(queue, ProbeMedia.id(round), MeasureLong.id({ ...round, costSeconds: 1 }))
    if (state === 'failed') await inTransaction(db, (tx) => markFailed(tx, round))
    if (state !== 'lost') continue
    await inTransaction(db, async (tx) => {
      const next = await nextRound(tx, round, QUEUED_AGAIN)
      if (next !== undefined) await enqueue(tx, ProbeMedia, next)
    })
    log.warn({ ...round, state }, 'file queued again')
  }
  for (const rendition of await silentRenditions(db, silentSeconds)) {
    const state = await jobState(queue, MakeRendition.id(rendition))
    if (state === 'queued') continue
    await inTransaction(db, async (tx) => {
      await lockFile(tx, rendition.mediaFileId)
      if (state === 'failed') await markRenditionFailed(tx, rendition)
      else if ((await findSource(tx, rendition)) !== undefined) await enqueueRenditions(tx, [rendition.mediaFileId])
    })
    log.warn({ ...rendition, state }, 'rendition queued again or failed')
  }
  for (const mp3 of await silentMp3s(db, silentSeconds)) {
    const state = await jobState(queue, MakeMp3.id(mp3))
    if (state === 'queued') continue
    await inTransaction(db, async (tx) => {
      await lockFile(tx, mp3.mediaFileId)
      if (state === 'failed') await markMp3Failed(tx, mp3)
      else await settleMp3s(tx, [mp3.mediaFileId], { beginsAgain: ({ episodeId }) => episodeId === mp3.episodeId })
    })
    log.warn({ ...mp3, state }, 'MP3 queued again or failed')
  }
}

/** The state of work that consists of these jobs. A job in any state but failed, completed or missing is queued. */
const jobState = async (queue: JobQueue, ...jobIds: string[]): Promise<'failed' | 'lost' | 'queued'> => {
  const read = () => Promise.all(jobIds.map(async (id) => (await (await queue.getJob(id))?.getState()) ?? 'unknown'))
  const states = await inTime(read(), QUEUE_TIMEOUT_MS, 'the queue')
  if (states.some((state) => !['failed', 'completed', 'unknown'].includes(state))) return 'queued'
  return states.includes('failed') ? 'failed' : 'lost'
}
