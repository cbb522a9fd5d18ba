import type { Job, JobType } from '@griot/service-kit/queue/queue'
import type { z } from 'zod'
import { removeObjectOf } from '../deleting/remove-object.handler.ts'
import { RemoveObject } from '../deleting/remove-object.job.ts'
import type { FileWork, HandlerParts } from '../jobs/run-attempt.ts'
import { makeMp3 } from '../open-audio/make-mp3.handler.ts'
import { MakeLongMp3, MakeMp3 } from '../open-audio/make-mp3.job.ts'
import { probeMedia } from '../processing/probe-media.handler.ts'
import { MeasureLong, ProbeMedia } from '../processing/probe-media.job.ts'
import { makeRendition } from '../renditions/make-rendition.handler.ts'
import { MakeLongRendition, MakeRendition } from '../renditions/make-rendition.job.ts'

const handle = <Data extends z.ZodObject>(
  { name, data: schema }: JobType<Data>,
  workOf: (parts: HandlerParts, data: z.output<Data>) => FileWork,
) => [name, (parts: HandlerParts, data: unknown) => workOf(parts, schema.parse(data))] as const

const HANDLERS = new Map([
  handle(ProbeMedia, (parts, round) => probeMedia(parts, round, 'short')),
  handle(MeasureLong, (parts, round) => probeMedia(parts, round, 'long')),
  handle(MakeRendition, (parts, rendition) => makeRendition(parts, rendition, 'short')),
  handle(MakeLongRendition, (parts, rendition) => makeRendition(parts, rendition, 'long')),
  handle(MakeMp3, (parts, mp3) => makeMp3(parts, mp3, 'short')),
  handle(MakeLongMp3, (parts, mp3) => makeMp3(parts, mp3, 'long')),
  handle(RemoveObject, removeObjectOf),
])

/** The work of a job. Throws for an unknown job, for example of a later release. */
export const workOf = (parts: HandlerParts, { name, data }: Pick<Job<unknown>, 'name' | 'data'>) => {
  const handler = HANDLERS.get(name)
  if (handler === undefined) throw new Error(`no handler for ${name}`)
  return handler(parts, data)
}
