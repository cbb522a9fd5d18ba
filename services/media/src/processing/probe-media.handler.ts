import { inTransaction } from '@griot/service-kit/db/db'
import { enqueue } from '@griot/service-kit/queue/outbox'
import { longestOf } from '../audio/audio-facts.ts'
import { fetchInput, readOutput } from '../audio/job-files.ts'
import { checkAudio, measureAudio, NotShort } from '../audio/measure-audio.ts'
import type { JobClass } from '../audio/program-slots.ts'
import { findFile, type StoredFile } from '../files/media-file.ts'
import { costOf, isShort } from '../jobs/processing-cost.ts'
import type { Attempt, FileWork, HandlerParts } from '../jobs/run-attempt.ts'
import { publishProcessed } from '../open-audio/publish-audio.ts'
import { settleMp3s } from '../open-audio/settle-mp3.ts'
import { finishReplacing } from '../replacing/replace-file.ts'
import { artworkKey, retireObjects } from '../storage/objects.ts'
import { MeasureLong, type Round } from './probe-media.job.ts'
import { type Measured, markFailed, markReady, recordStep, writeProgress } from './processing.queries.ts'

/**
 * One round of processing: the file becomes ready, or failed with a sentence. A short job hands a file that takes long over
 * to a long job. A second run of the same round changes nothing, and a round that is no longer wanted (the file was deleted,
 * or a later round began) ends without an effect.
 */
export const probeMedia = (parts: HandlerParts, round: Round, jobClass: JobClass): FileWork => ({
  mediaFileId: round.mediaFileId,
  usesFfmpeg: true,
  writePercent: (percent) => writeProgress(parts.db, round, percent),
  record: ({ step, ...entry }) =>
    step === 'failed'
      ? inTransaction(parts.db, (tx) => markFailed(tx, round, entry))
      : recordStep(parts.db, round, { kind: step, ...entry }),
  async run(attempt) {
    const { db, log } = parts
    const isWanted = await recordStep(db, round, { kind: 'started', attempt: attempt.number })
    const file = await findFile(db, round.mediaFileId)
    if (!isWanted || file === undefined) return
    const result = await measure(parts, round, file, { ...attempt, jobClass })
    await attempt.saveLog()
    if ('costSeconds' in result) return handOver(parts, round, result.costSeconds)
    if (await finish(parts, round, result)) {
      const { tags: _, peaks: __, chapters: ___, ...facts } = result
      log.info({ ...round, ...facts }, 'file measured')
    } else if (result.artwork !== null) await retireObjects(db, [result.artwork])
  },
})

const LONG_RECORDING = 'This recording takes longer to process, so it waits in the queue of long recordings.'

/** The rest of the round is another job. */
const handOver = ({ db }: HandlerParts, round: Round, costSeconds: number) =>
  inTransaction(db, async (tx) => {
    const isWanted = await recordStep(tx, round, { kind: 'queued', sentence: LONG_RECORDING })
    if (isWanted) await enqueue(tx, MeasureLong, { ...round, costSeconds })
  })

/**
 * Downloads the original into a private folder and measures it there. Stores its artwork. Returns only the estimated cost of
 * a file that is too long for a short job.
 */
const measure = (
  parts: HandlerParts,
  round: Round,
  { objectKey, fileSize: sizeBytes }: StoredFile,
  { jobClass, number, ...attempt }: Attempt & { jobClass: JobClass },
): Promise<Measured | { costSeconds: number }> =>
  parts.workspace.withFolder(async (dir) => {
    const { db, store, sandbox } = parts
    attempt.log(`worker ${process.pid} downloads ${sizeBytes} bytes`)
    const name = await fetchInput(parts, objectKey, dir)
    const { signal, log, addCpuSeconds, reportPercent } = attempt
    const file = { dir, name, signal, log, jobClass, addCpuSeconds }

    const checked = await checkAudio({ ...file, sandbox, sizeBytes })
    if (jobClass === 'short' && !isShort(checked.cost)) return { costSeconds: checked.cost }
    await recordStep(db, round, { kind: 'checked', attempt: number, sentence: checked.sentence })
    try {
      const { artworkPath, ...measured } = await measureAudio(checked, { ...file, onPercent: reportPercent })
      await recordStep(db, round, { kind: 'measured', attempt: number })
      const artwork = artworkPath === null ? null : artworkKey(round.mediaFileId)
      if (artworkPath !== null && artwork !== null) await store.put(artwork, await readOutput(artworkPath))
      return { ...measured, artwork }
    } catch (error) {
      if (!(error instanceof NotShort)) throw error
      log(`not short: ${error.message}`)
      return { costSeconds: costOf({ ...checked.facts, seconds: longestOf(sizeBytes) }) }
    }
  })

/** Marks the file as ready and publishes it. Returns false if the round is no longer wanted. */
const finish = ({ db }: HandlerParts, round: Round, measured: Measured) =>
  inTransaction(db, async (tx) => {
    const ready = await markReady(tx, round, measured)
    if (ready === undefined) return false
    const { replaces } = ready
    if (replaces !== null && (await finishReplacing(tx, replaces, round.mediaFileId))) return true
    await settleMp3s(tx, [round.mediaFileId])
    await publishProcessed(tx, round.mediaFileId)
    return true
  })
