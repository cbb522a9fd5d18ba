/** An unfinished upload is kept for so long after its last byte. */
export const CONTINUED_WITHIN_MS = 24 * 60 * 60_000

/** What people may store, and how much this process takes at once. */
export interface UploadLimits {
  /** Of one person, admins excepted; null for no limit. */
  quotaBytes: number | null
  quotaFiles: number | null
  /** So much of the disk stays free, whatever is uploaded. */
  freeDiskBytes: number
  /** Uploads that send bytes at the same moment: of one person, and of all. */
  atOnceEach: number
  atOnce: number
  pace: Pace
}

export interface Pace {
  /** Averaged over each window; a slower client is sent away. */
  bytesPerSecond: number
  windowMs: number
}
