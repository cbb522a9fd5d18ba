import type { JobType } from '@griot/service-kit/queue'
import type { z } from 'zod'
import { removeObject } from '../files/delete-file.ts'
import { RemoveObject } from '../files/remove-object.job.ts'
import { MakeRendition } from '../renditions/make-rendition.job.ts'
import { failRendition, makeRendition } from '../renditions/make-rendition.ts'
import { recordMaking } from '../renditions/renditions.queries.ts'
import { tellOnce } from '../timeline/timeline.queries.ts'
import { JOBS } from './jobs.ts'
import { ProbeMedia } from './probe-media.job.ts'
import { type Attempt, type ProbeParts, probeMedia } from './probe-media.ts'
import { markFailed, recordStep } from './processing.queries.ts'
import { GAVE_UP, RENDITION_GAVE_UP } from './requeue-lost.ts'

const TRIED_AGAIN = 'Something went wrong on our side. It is tried again by itself in a moment.'
const STORE_AWAY = 'The place where recordings are kept does not answer. It goes on by itself when it does.'
const HANDED_BACK = 'The worker was stopped, so another one begins again.'

type JobAttempt = Pick<Attempt, 'number' | 'signal'>

/** How a job is done, and how its file is told what became of it. */
export interface JobHandler {
  type: JobType
  handle(data: unknown, attempt: JobAttempt): Promise<void>
  /** About which file it is, where its owner has one worked on at a time; null for what anybody may do at any time. */
  fileOf(data: unknown): string | null
  /** It is tried again. */
  interrupted(data: unknown, attempt: number, technical: string): Promise<unknown>
  /** It is not tried again. */
  gaveUp(data: unknown, technical: string): Promise<unknown>
  /** Its worker is being stopped; another one begins again. */
  handedBack(data: unknown): Promise<unknown>
  /** The store is away; it is tried again until that is back. */
  waits(data: unknown): Promise<unknown>
}

type Told<Data> = {
  [Name in 'interrupted' | 'gaveUp' | 'handedBack' | 'waits']: JobHandler[Name] extends (
    data: unknown,
    ...rest: infer Rest
  ) => Promise<unknown>
    ? (data: Data, ...rest: Rest) => Promise<unknown>
    : never
}

const nothing = async () => {}
const NOBODY_TO_TELL = { interrupted: nothing, gaveUp: nothing, handedBack: nothing, waits: nothing }

const onJob = <Data extends z.ZodObject>(
  type: JobType<Data>,
  handle: (data: z.output<Data>, attempt: JobAttempt) => Promise<void>,
  fileOf: (data: z.output<Data>) => string | null = () => null,
  told: Told<z.output<Data>> = NOBODY_TO_TELL,
): JobHandler => ({
  type: type as unknown as JobType,
  handle: (data, attempt) => handle(type.data.parse(data), attempt),
  fileOf: (data) => fileOf(type.data.parse(data)),
  interrupted: (data, ...rest) => told.interrupted(type.data.parse(data), ...rest),
  gaveUp: (data, ...rest) => told.gaveUp(type.data.parse(data), ...rest),
  handedBack: (data) => told.handedBack(type.data.parse(data)),
  waits: (data) => told.waits(type.data.parse(data)),
})

/** Every job of this service by its name. */
export const handlersOf = (parts: ProbeParts): ReadonlyMap<string, JobHandler> => {
  const { db, store } = parts
  const handlers = [
    onJob(
      ProbeMedia,
      (round, attempt) => probeMedia(parts, { round, ...attempt }),
      ({ mediaFileId }) => mediaFileId,
      {
        interrupted: (round, attempt, technical) =>
          recordStep(db, round, { kind: 'interrupted', attempt, sentence: TRIED_AGAIN, technical }),
        gaveUp: (round, technical) => markFailed(db, round, GAVE_UP, { technical }),
        handedBack: (round) => recordStep(db, round, { kind: 'queued', sentence: HANDED_BACK }),
        waits: (round) =>
          tellOnce(db, round.mediaFileId, STORE_AWAY, () =>
            recordStep(db, round, { kind: 'interrupted', sentence: STORE_AWAY }),
          ),
      },
    ),
    onJob(
      MakeRendition,
      (making, attempt) => makeRendition(parts, making, attempt),
      ({ mediaFileId }) => mediaFileId,
      {
        interrupted: (making, attempt, technical) =>
          recordMaking(db, making, { kind: 'rendition_interrupted', attempt, sentence: TRIED_AGAIN, technical }),
        gaveUp: (making, technical) => failRendition(db, making, RENDITION_GAVE_UP, { technical }),
        handedBack: (making) => recordMaking(db, making, { kind: 'rendition_asked', sentence: HANDED_BACK }),
        waits: (making) =>
          tellOnce(db, making.mediaFileId, STORE_AWAY, () =>
            recordMaking(db, making, { kind: 'rendition_interrupted', sentence: STORE_AWAY }),
          ),
      },
    ),
    onJob(RemoveObject, ({ mediaFileId }) => removeObject(db, store, mediaFileId)),
  ]
  const byName = new Map(handlers.map((handler) => [handler.type.name, handler]))
  for (const { name } of JOBS) if (!byName.has(name)) throw new Error(`No one does ${name}.`)
  return byName
}
