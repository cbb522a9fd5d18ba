import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { type Db, inTransaction, type Tx } from '@griot/service-kit/db'
import { UnrecoverableError } from '@griot/service-kit/queue'
import { lockFile } from '../files/files.queries.ts'
import { openAttemptLog } from '../processing/attempt-log.ts'
import type { Attempt, ProbeParts } from '../processing/probe-media.ts'
import { Rejected } from '../processing/rejected.ts'
import { watchProgress } from '../processing/watch-progress.ts'
import { renditionKey } from '../storage/keys.ts'
import { retireObjects } from '../storage/retired-objects.ts'
import { recordLog } from '../timeline/timeline.queries.ts'
import { encodeRendition } from './encode-rendition.ts'
import {
  type Made,
  type Making,
  markMade,
  markNotMade,
  type NotMade,
  recordMaking,
  type Source,
  sourceOf,
  writeRenditionProgress,
} from './renditions.queries.ts'

/** Making a rendition was called off, or its file is gone or has become another. */
const noLongerWanted = new Error('this rendition is no longer wanted')

/** One attempt at a rendition: it ends as ready, or as failed with a sentence. Making it twice changes nothing. */
export const makeRendition = async (
  parts: ProbeParts,
  making: Making,
  { number, signal }: Pick<Attempt, 'number' | 'signal'>,
) => {
  const { db, log } = parts
  const source = await sourceOf(db, making)
  if (source === undefined) return
  await recordMaking(db, making, { kind: 'rendition_started', attempt: number })
  const said = openAttemptLog()
  const writeLog = () => recordLog(db, making.mediaFileId, number, said.take())
  try {
    const made = await make(parts, making, source, signal, said.say)
    await writeLog()
    const isWanted = await onFileOf(db, making, (tx) => markMade(tx, making, made))
    if (isWanted) log.info({ ...making, ...made }, 'rendition made')
    else await retireObjects(db, keysOf(making))
  } catch (error) {
    if (error === noLongerWanted) return
    said.say(error instanceof Rejected ? `rejected: ${error.detail}` : String(error))
    await writeLog()
    if (!(error instanceof Rejected)) throw error
    await failRendition(db, making, error.message, { technical: error.detail, isHopeless: error.isHopeless })
    throw new UnrecoverableError(`${error.message} (${error.detail})`)
  }
}

export const failRendition = (db: Db, making: Making, failure: string, more: NotMade) =>
  onFileOf(db, making, (tx) => markNotMade(tx, making, failure, more))

const make = (
  { db, store, workspace, log }: ProbeParts,
  making: Making,
  source: Source,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Made> =>
  workspace.lend(async (dir) => {
    const name = randomUUID()
    await store.download(source.objectKey, join(dir, name))
    const progress = watchProgress({
      write: (percent) => onFileOf(db, making, (tx) => writeRenditionProgress(tx, making, percent)),
      unwanted: noLongerWanted,
      signal,
      log,
    })
    try {
      const { mp3Path, aacPath, made } = await encodeRendition({
        dir,
        name,
        say,
        signal: progress.signal,
        onPercent: progress.onPercent,
        ...source,
      })
      await store.put(renditionKey(making.renditionId, 'mp3'), createReadStream(mp3Path), { size: made.mp3Bytes })
      await store.put(renditionKey(making.renditionId, 'aac'), createReadStream(aacPath), { size: made.aacBytes })
      return made
    } catch (error) {
      progress.throwIfUnwanted()
      throw error
    }
  })

const keysOf = ({ renditionId }: Making) => [renditionKey(renditionId, 'mp3'), renditionKey(renditionId, 'aac')]

/** The file is locked before its rendition, as everywhere: what happens to the one touches the other. */
const onFileOf = <Result>(db: Db, { mediaFileId }: Making, work: (tx: Tx) => Promise<Result>) =>
  inTransaction(db, async (tx) => {
    await lockFile(tx, mediaFileId)
    return work(tx)
  })
