import { type Db, inTransaction, type Tx } from '@griot/service-kit/db/db'
import { fetchInput, readOutput } from '../audio/job-files.ts'
import type { JobClass } from '../audio/program-slots.ts'
import { lockFile } from '../files/media-file.ts'
import type { Attempt, FileWork, HandlerParts } from '../jobs/run-attempt.ts'
import { mp3Key, retireObjects } from '../storage/objects.ts'
import { encodeMp3 } from './encode-mp3.ts'
import type { Mp3Ref } from './make-mp3.job.ts'
import { findWanted, markMp3Failed, markMp3Ready, recordMp3Step, writeMp3Progress } from './mp3.queries.ts'

type Wanted = NonNullable<Awaited<ReturnType<typeof findWanted>>>

/** Makes the MP3 of an episode. A second run writes the same object. */
export const makeMp3 = (parts: HandlerParts, ref: Mp3Ref, jobClass: JobClass): FileWork => ({
  mediaFileId: ref.mediaFileId,
  usesFfmpeg: true,
  writePercent: (percent) => withFileLocked(parts.db, ref, (tx) => writeMp3Progress(tx, ref, percent)),
  record: ({ step, attempt, ...failure }) =>
    withFileLocked(parts.db, ref, async (tx) => {
      if (step === 'failed') await markMp3Failed(tx, ref, failure)
      else await recordMp3Step(tx, ref, step === 'queued' ? 'asked' : 'interrupted', attempt)
    }),
  async run(attempt) {
    const { db, log } = parts
    const wanted = await findWanted(db, ref)
    if (wanted === undefined) return
    await withFileLocked(db, ref, (tx) => recordMp3Step(tx, ref, 'started', attempt.number))
    const sizeBytes = await encode(parts, ref, wanted, { ...attempt, jobClass })
    if (await withFileLocked(db, ref, (tx) => markMp3Ready(tx, ref, sizeBytes))) {
      log.info({ ...ref, sizeBytes }, 'MP3 of an episode made')
    } else {
      await retireObjects(db, [mp3Key(ref.mp3Id)])
    }
  },
})

/** The object to read. Only the tags have changed if its audio was made of the same source, and a rendition is an MP3. */
const inputFor = ({ sourceKey, objectKey, servedSourceKey }: Wanted) => {
  const isMade = objectKey !== null && servedSourceKey === sourceKey && objectKey !== sourceKey
  return { key: isMade ? objectKey : sourceKey, isCopied: isMade || sourceKey.endsWith('.mp3') }
}

const encode = (
  parts: HandlerParts,
  { mp3Id }: Mp3Ref,
  wanted: Wanted,
  { signal, log, jobClass, addCpuSeconds, reportPercent }: Attempt & { jobClass: JobClass },
) =>
  parts.workspace.withFolder(async (dir) => {
    const { key, isCopied } = inputFor(wanted)
    const name = await fetchInput(parts, key, dir)
    const { tags, duration, sampleRate, channels } = wanted
    const sound = { isCopied, tags, duration, sampleRate, channels }
    const { path, sizeBytes } = await encodeMp3({
      ...{ dir, name, signal, log, jobClass, addCpuSeconds, onPercent: reportPercent },
      ...sound,
    })
    await parts.store.put(mp3Key(mp3Id), await readOutput(path), { size: sizeBytes })
    return sizeBytes
  })

/** Locks the file before its MP3, as all writers do, so that they cannot deadlock. */
const withFileLocked = <Result>(db: Db, { mediaFileId }: Mp3Ref, work: (tx: Tx) => Promise<Result>) =>
  inTransaction(db, async (tx) => {
    await lockFile(tx, mediaFileId)
    return work(tx)
  })
