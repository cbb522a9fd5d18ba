import { z } from 'zod'

/** The values of a container's header, in seconds and Hz. They may be wrong. */
export interface Sound {
  seconds: number
  channels: number | null
  sampleRate: number | null
}

// Of a core of 2023, for one sample of one channel of Opus, the slowest usual codec: decoding, loudness and true peak.
const SECONDS_PER_SAMPLE = 6e-8
// Without loudness and true peak.
const SECONDS_PER_DECODED_SAMPLE = 2.5e-8
const USUAL_RATE = 48_000
const USUAL_CHANNELS = 2

/** Loudness and true peak of a longer recording are measured on samples. An hour takes about 20 seconds of CPU time. */
export const SAMPLED_FROM_SECONDS = 3_600

/** The estimated seconds of CPU time to measure a recording. */
export const costOf = ({ seconds, channels, sampleRate }: Sound) => {
  const samples = seconds * (channels ?? USUAL_CHANNELS) * (sampleRate ?? USUAL_RATE)
  return samples * (seconds > SAMPLED_FROM_SECONDS ? SECONDS_PER_DECODED_SAMPLE : SECONDS_PER_SAMPLE)
}

// Three measurements and up to two times two encoders behind a limiter at four times the rate.
export const RENDITION_FACTOR = 8

export const renditionCostOf = (sound: Sound) => costOf(sound) * RENDITION_FACTOR

/** Work of up to this many seconds of CPU time is short: about three minutes of stereo, or six of mono. */
const SHORT_COST_SECONDS = 1

export const isShort = (cost: number) => cost <= SHORT_COST_SECONDS

/** The length at which a recording with this format is no longer short. */
export const shortSecondsOf = (sound: Omit<Sound, 'seconds'>) => SHORT_COST_SECONDS / costOf({ ...sound, seconds: 1 })

/** The seconds of ffmpeg in a rolling hour after which the jobs of an owner come last. About 30 hours of sound. */
export const BUDGET_SECONDS = 600

/** BullMQ runs jobs without a priority first, then the lowest number. It allows 2,097,152. */
export const LAST_PRIORITY = 2_000_000

const FREE_SECONDS = 2

/**
 * The lowest priority number of a job whose owner has used this many seconds in the last hour: new users come before users
 * with much work. The steps double, so that a waiting job changes its priority a few times at most.
 */
export const priorityByUsage = (usedSeconds: number) => {
  if (usedSeconds > BUDGET_SECONDS) return LAST_PRIORITY
  return usedSeconds < FREE_SECONDS ? 0 : 1 + Math.floor(Math.log2(usedSeconds / FREE_SECONDS))
}

/** The priority with which a job returns to its queue because its owner has used more meanwhile, or null if it may run. */
export const laterPriorityOf = (jobPriority: number, usedSeconds: number) => {
  const priority = priorityByUsage(usedSeconds)
  return jobPriority >= priority ? null : priority
}

/** Cheaper jobs first, so that an hour of sound does not wait for all the days of sound before it. */
export const priorityOf = (cost: number) => Math.min(LAST_PRIORITY - 1, Math.max(1, Math.ceil(cost)))

/** The data of a job whose priority follows from its cost. */
export const Costly = z.object({ costSeconds: z.number().positive() })
export const byCost = ({ costSeconds }: z.output<typeof Costly>) => priorityOf(costSeconds)
