import { inTransaction } from '@griot/service-kit/db/db'
import { fetchInput, readOutput } from '../audio/job-files.ts'
import { measureAudio } from '../audio/measure-audio.ts'
import { findFile, type StoredFile } from '../files/media-file.ts'
import type { Round } from '../jobs/media-jobs.ts'
import type { Attempt, FileWork, HandlerParts } from '../jobs/run-attempt.ts'
import { publishProcessed } from '../links/links.queries.ts'
import { finishReplacing } from '../replacing/replace-file.ts'
import { artworkKey, retireObjects } from '../storage/objects.ts'
import { type Measured, markFailed, markReady, recordStep, writeProgress } from './processing.queries.ts'

/**
 * One round of processing: the file becomes ready, or failed with a sentence. A second run of the same round changes
 * nothing, and a round that is no longer wanted (the file was deleted, or a later round began) ends without an effect.
 */
export const probeMedia = (parts: HandlerParts, round: Round): FileWork => ({
  mediaFileId: round.mediaFileId,
  writePercent: (percent) => writeProgress(parts.db, round, percent),
  record: ({ step, ...entry }) =>
    step === 'failed' ? markFailed(parts.db, round, entry) : recordStep(parts.db, round, { kind: step, ...entry }),
  async run(attempt) {
    const { db, log } = parts
    const isWanted = await recordStep(db, round, { kind: 'started', attempt: attempt.number })
    const file = await findFile(db, round.mediaFileId)
    if (!isWanted || file === undefined) return
    const { peaks, ...measured } = await measure(parts, round, file, attempt)
    await attempt.saveLog()
    if (await finish(parts, round, { peaks, ...measured })) {
      const { tags: _, ...facts } = measured
      log.info({ ...round, ...facts }, 'file measured')
    } else if (measured.artwork !== null) await retireObjects(db, [measured.artwork])
  },
})

/** Downloads the original into a private folder and measures it there. Stores its artwork. */
const measure = (parts: HandlerParts, round: Round, { objectKey, fileSize: sizeBytes }: StoredFile, attempt: Attempt) =>
  parts.workspace.withFolder(async (dir) => {
    const { db, store, sandbox } = parts
    attempt.log(`worker ${process.pid} downloads ${sizeBytes} bytes`)
    const name = await fetchInput(parts, objectKey, dir)

    const { artworkPath, ...measured } = await measureAudio({
      sandbox,
      dir,
      name,
      sizeBytes,
      signal: attempt.signal,
      log: attempt.log,
      onPercent: attempt.reportPercent,
      onStep: (kind, sentence) => recordStep(db, round, { kind, attempt: attempt.number, sentence }),
    })
    const artwork = artworkPath === null ? null : artworkKey(round.mediaFileId)
    if (artworkPath !== null && artwork !== null) await store.put(artwork, await readOutput(artworkPath))
    return { ...measured, artwork }
  })

/** Marks the file as ready and publishes it. Returns false if the round is no longer wanted. */
const finish = ({ db }: HandlerParts, round: Round, measured: Measured) =>
  inTransaction(db, async (tx) => {
    const ready = await markReady(tx, round, measured)
    if (ready === undefined) return false
    const { replaces } = ready
    if (replaces !== null && (await finishReplacing(tx, replaces, round.mediaFileId))) return true
    await publishProcessed(tx, round.mediaFileId, measured.durationSeconds)
    return true
  })
