import { type Db, inTransaction, type Tx } from '@griot/service-kit/db/db'
import { fetchInput, readOutput } from '../audio/job-files.ts'
import type { JobClass } from '../audio/program-slots.ts'
import { lockFile, type StoredFile } from '../files/media-file.ts'
import type { Attempt, FileWork, HandlerParts } from '../jobs/run-attempt.ts'
import { derivedKeys, renditionKey, retireObjects } from '../storage/objects.ts'
import { encodeRendition } from './encode-rendition.ts'
import type { RenditionRef } from './make-rendition.job.ts'
import {
  findSource,
  markRenditionFailed,
  markRenditionReady,
  recordRenditionStep,
  writeRenditionProgress,
} from './renditions.queries.ts'

/** Encodes a rendition: it becomes ready, or failed with a sentence. A second run writes the same objects. */
export const makeRendition = (parts: HandlerParts, rendition: RenditionRef, jobClass: JobClass): FileWork => ({
  mediaFileId: rendition.mediaFileId,
  usesFfmpeg: true,
  writePercent: (percent) =>
    withFileLocked(parts.db, rendition, (tx) => writeRenditionProgress(tx, rendition, percent)),
  record: ({ step, ...entry }) =>
    step === 'failed'
      ? withFileLocked(parts.db, rendition, (tx) => markRenditionFailed(tx, rendition, entry))
      : recordRenditionStep(parts.db, rendition, { kind: STEPS[step], ...entry }),
  async run(attempt) {
    const { db, log } = parts
    const source = await findSource(db, rendition)
    if (source === undefined) return
    await recordRenditionStep(db, rendition, { kind: 'rendition_started', attempt: attempt.number })
    const encoded = await encode(parts, rendition, source, { ...attempt, jobClass })
    if (await withFileLocked(db, rendition, (tx) => markRenditionReady(tx, rendition, encoded))) {
      log.info({ ...rendition, ...encoded }, 'rendition made')
    } else {
      await retireObjects(db, derivedKeys({ renditionId: rendition.renditionId, artworkKey: null }))
    }
  },
})

const STEPS = { queued: 'rendition_asked', interrupted: 'rendition_interrupted' } as const

const encode = (
  parts: HandlerParts,
  { renditionId }: RenditionRef,
  { objectKey, duration, sampleRate, channels }: StoredFile,
  { signal, log, jobClass, addCpuSeconds, reportPercent }: Attempt & { jobClass: JobClass },
) =>
  parts.workspace.withFolder(async (dir) => {
    const { store } = parts
    const name = await fetchInput(parts, objectKey, dir)
    const slot = { jobClass, addCpuSeconds }
    const input = {
      dir,
      name,
      signal,
      log,
      ...slot,
      onPercent: reportPercent,
      seconds: duration ?? 0,
      sampleRate,
      channels,
    }
    const { mp3Path, aacPath, encoded } = await encodeRendition(input)
    await store.put(renditionKey(renditionId, 'mp3'), await readOutput(mp3Path), { size: encoded.mp3Bytes })
    await store.put(renditionKey(renditionId, 'aac'), await readOutput(aacPath), { size: encoded.aacBytes })
    return encoded
  })

/** Locks the file before its rendition, as all writers do, so that they cannot deadlock. */
const withFileLocked = <Result>(db: Db, { mediaFileId }: RenditionRef, work: (tx: Tx) => Promise<Result>) =>
  inTransaction(db, async (tx) => {
    await lockFile(tx, mediaFileId)
    return work(tx)
  })
