import { RemoveObject } from '../files/remove-object.job.ts'
import { MakeRendition } from '../renditions/make-rendition.job.ts'
import { ProbeMedia } from './probe-media.job.ts'

/** Every job of this service; the worker must know how to do each of them. */
export const JOBS = [ProbeMedia, MakeRendition, RemoveObject] as const

/** How often each is tried, for the outbox. */
export const JOB_ATTEMPTS = Object.fromEntries(JOBS.map(({ name, attempts }) => [name, attempts]))
