const MINUTE = 60
const HOUR = 3600

const two = (number: number) => String(number).padStart(2, '0')

const wholeSeconds = (seconds: number) => (Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0)

/** `m:ss`; minutes are not folded into hours: 75 minutes are "75:00". */
export const formatDuration = (seconds: number) => {
  const whole = wholeSeconds(seconds)
  return `${Math.floor(whole / MINUTE)}:${two(whole % MINUTE)}`
}

/** `h:mm:ss`, the hour also when there is none: how the player shows where it is. */
export const formatPlayerTime = (seconds: number) => {
  const whole = wholeSeconds(seconds)
  return `${Math.floor(whole / HOUR)}:${two(Math.floor((whole % HOUR) / MINUTE))}:${two(whole % MINUTE)}`
}

/**
 * `h:mm:ss`, and `m:ss` when all of it is under an hour. `longest` is the length of the whole, so that a part of it and
 * the whole have the same shape.
 */
export const formatClock = (seconds: number, longest = seconds) =>
  wholeSeconds(longest) < HOUR ? formatDuration(seconds) : formatPlayerTime(seconds)

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** For ears: "1 hour 2 minutes 5 seconds". */
export const spokenDuration = (seconds: number) => {
  const whole = wholeSeconds(seconds)
  const parts = [
    { count: Math.floor(whole / HOUR), noun: 'hour' },
    { count: Math.floor((whole % HOUR) / MINUTE), noun: 'minute' },
    { count: whole % MINUTE, noun: 'second' },
  ].filter(({ count }) => count > 0)
  return parts.map(({ count, noun }) => counted(count, noun)).join(' ') || '0 seconds'
}

const SIZES = ['Bytes', 'KB', 'MB', 'GB'] as const

/** "0 Bytes", "1.5 KB", "2.38 MB": at most two decimals, steps of 1024. */
export const formatFileSize = (bytes: number) => {
  if (!Number.isFinite(bytes) || bytes < 1) return '0 Bytes'
  // Rounding may reach the next step: 1 048 575 bytes are 1 MB, not 1024 KB.
  const rounded = (step: number) => Math.round((bytes / 1024 ** step) * 100) / 100
  let step = Math.min(SIZES.length - 1, Math.floor(Math.log2(bytes) / 10))
  if (rounded(step) >= 1024 && step < SIZES.length - 1) step += 1
  return `${rounded(step)} ${SIZES[step]}`
}

const AGES = [
  { noun: 'year', seconds: 365 * 24 * HOUR },
  { noun: 'month', seconds: 30 * 24 * HOUR },
  { noun: 'day', seconds: 24 * HOUR },
  { noun: 'hour', seconds: HOUR },
  { noun: 'minute', seconds: MINUTE },
]

/** "just now", "5 minutes ago", "2 days ago". A time in the future, by a wrong clock, is "just now". */
export const formatAgo = (time: string | number | Date, now = Date.now()) => {
  const seconds = (now - new Date(time).getTime()) / 1000
  const age = AGES.find((candidate) => seconds >= candidate.seconds)
  return age ? `${counted(Math.floor(seconds / age.seconds), age.noun)} ago` : 'just now'
}

const date = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const number = /* @__PURE__ */ new Intl.NumberFormat('en-US')

/** "Nov 20, 2026", in the reader's time zone. */
export const formatDate = (time: string | number | Date) => date.format(new Date(time))

const dayAndTime = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

const dayTimeAndYear = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** "Mon, Nov 23, 1:00 AM" of this year, "Jan 1, 2027, 1:00 AM" of another one; in the reader's time zone. */
export const formatDayTime = (time: string | number | Date, now = new Date()) => {
  const at = new Date(time)
  return (at.getFullYear() === now.getFullYear() ? dayAndTime : dayTimeAndYear).format(at)
}

export const formatNumber = (value: number) => number.format(value)

/** "1 point", "1,250 points". */
export const formatPoints = (points: number) => `${formatNumber(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`
