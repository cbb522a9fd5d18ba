import { RemoveObject } from './deleting/remove-object.job.ts'
import { byCost, Costly } from './jobs/processing-cost.ts'
import { MakeLongMp3, MakeMp3 } from './open-audio/make-mp3.job.ts'
import { MeasureLong, ProbeMedia } from './processing/probe-media.job.ts'
import { MakeLongRendition, MakeRendition } from './renditions/make-rendition.job.ts'

/** How the outbox adds each job of this service. */
export const JOB_DELIVERY = {
  attempts: Object.fromEntries(
    [ProbeMedia, MeasureLong, MakeRendition, MakeLongRendition, MakeMp3, MakeLongMp3, RemoveObject].map(
      ({ name, attempts }) => [name, attempts],
    ),
  ),
  priorities: Object.fromEntries(
    [MeasureLong, MakeLongRendition, MakeLongMp3].map(({ name }) => [
      name,
      (data: unknown) => byCost(Costly.parse(data)),
    ]),
  ),
}
