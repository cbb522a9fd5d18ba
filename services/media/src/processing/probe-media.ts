import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { MediaProcessed } from '@griot/contracts/events'
import { type Db, inTransaction } from '@griot/service-kit/db'
import type { Log } from '@griot/service-kit/log'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { type Outbox, publish } from '@griot/service-kit/outbox'
import { UnrecoverableError } from '@griot/service-kit/queue'
import { renewLinks } from '../links/links.queries.ts'
import { finishReplacing } from '../replacing/replace-file.ts'
import { artworkKey } from '../storage/keys.ts'
import { retireObjects } from '../storage/retired-objects.ts'
import { recordLog } from '../timeline/timeline.queries.ts'
import { type AttemptLog, openAttemptLog } from './attempt-log.ts'
import { measureAudio } from './measure-audio.ts'
import { beginAttempt, markFailed, markReady, type Round, recordStep, writeProgress } from './processing.queries.ts'
import { Rejected } from './rejected.ts'
import type { Sandbox } from './sandbox.ts'
import { watchProgress } from './watch-progress.ts'
import type { Workspace } from './workspace.ts'

export interface ProbeParts {
  db: Db
  store: ObjectStore
  outbox: Pick<Outbox, 'kick'>
  workspace: Workspace
  sandbox: Sandbox
  log: Log
}

/** One of the attempts of a round. */
export interface Attempt {
  round: Round
  /** From 1. */
  number: number
  signal: AbortSignal
}

/** The file was deleted, cancelled or queued anew while it was being worked on. */
const noLongerWanted = new Error('this round is no longer wanted')

/**
 * One round of processing: the file ends as ready, or as failed with a sentence. Doing a round twice changes nothing,
 * and a round that is no longer wanted (the file was deleted, or a later round began) ends quietly.
 */
export const probeMedia = async (parts: ProbeParts, attempt: Attempt) => {
  const { db, log } = parts
  const { round, number } = attempt
  const object = await beginAttempt(db, round, number)
  if (object === undefined) return
  const said = openAttemptLog()
  const writeLog = () => recordLog(db, round.mediaFileId, number, said.take())
  said.say(`worker ${process.pid} fetches ${object.sizeBytes} bytes`)
  try {
    const { artworkKey: artwork, ...measured } = await measure(parts, attempt, object, said)
    await writeLog()
    if (await finish(parts, round, { ...measured, artwork })) {
      const { peaks: _, tags: __, ...told } = measured
      log.info({ ...round, ...told }, 'file measured')
    } else if (artwork !== null) await retireObjects(db, [artwork])
  } catch (error) {
    if (error === noLongerWanted) return
    said.say(error instanceof Rejected ? `rejected: ${error.detail}` : String(error))
    await writeLog()
    if (!(error instanceof Rejected)) throw error
    await markFailed(db, round, error.message, { technical: error.detail, isHopeless: error.isHopeless })
    throw new UnrecoverableError(`${error.message} (${error.detail})`)
  }
}

const measure = (
  { db, store, workspace, sandbox, log }: ProbeParts,
  { round, number, signal }: Attempt,
  { objectKey, sizeBytes }: { objectKey: string; sizeBytes: number },
  said: AttemptLog,
) =>
  workspace.lend(async (dir) => {
    const name = randomUUID()
    await store.download(objectKey, join(dir, name))

    const progress = watchProgress({
      write: (percent) => writeProgress(db, round, percent),
      unwanted: noLongerWanted,
      signal,
      log,
    })
    const onStep = (kind: 'checked' | 'measured', sentence?: string) =>
      recordStep(db, round, { kind, attempt: number, sentence })
    try {
      const { artworkPath, ...measured } = await measureAudio({
        sandbox,
        dir,
        name,
        sizeBytes,
        signal: progress.signal,
        say: said.say,
        onPercent: progress.onPercent,
        onStep,
      })
      const key = artworkPath === null ? null : artworkKey(round.mediaFileId)
      if (artworkPath !== null && key !== null) await store.put(key, createReadStream(artworkPath))
      return { ...measured, artworkKey: key }
    } catch (error) {
      progress.throwIfUnwanted()
      throw error
    }
  })

const finish = async ({ db, outbox }: ProbeParts, round: Round, measured: Parameters<typeof markReady>[2]) => {
  const { isWanted, isTold } = await inTransaction(db, async (tx) => {
    const ready = await markReady(tx, round, measured)
    if (ready === undefined) return { isWanted: false, isTold: false }
    const { replaces } = ready
    if (replaces !== null && (await finishReplacing(tx, replaces, round.mediaFileId))) {
      return { isWanted: true, isTold: true }
    }
    const episodes = await renewLinks(tx, round.mediaFileId)
    for (const { episodeId, version } of episodes) {
      const duration = measured.durationSeconds
      await publish(tx, MediaProcessed, { episodeId, version, audioFileId: round.mediaFileId, duration })
    }
    return { isWanted: true, isTold: episodes.length > 0 }
  })
  if (isTold) outbox.kick()
  return isWanted
}
