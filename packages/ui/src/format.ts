const MINUTE = 60
const HOUR = 3600

const two = (number: number) => String(number).padStart(2, '0')

const wholeSeconds = (seconds: number) => (Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0)

/** `m:ss`, or `h:mm:ss` if `longest` is an hour or more, so that a position and its total have the same form. */
export const formatDuration = (seconds: number, longest = seconds) => {
  if (wholeSeconds(longest) >= HOUR) return formatPlayerTime(seconds)
  const whole = wholeSeconds(seconds)
  return `${Math.floor(whole / MINUTE)}:${two(whole % MINUTE)}`
}

/** `h:mm:ss`, also below an hour, for the player. */
export const formatPlayerTime = (seconds: number) => {
  const whole = wholeSeconds(seconds)
  return `${Math.floor(whole / HOUR)}:${two(Math.floor((whole % HOUR) / MINUTE))}:${two(whole % MINUTE)}`
}

/** For screen readers: "1 hour 2 minutes 5 seconds". */
export const spokenDuration = (seconds: number) => {
  const whole = wholeSeconds(seconds)
  const parts = [
    { count: Math.floor(whole / HOUR), noun: 'hour' },
    { count: Math.floor((whole % HOUR) / MINUTE), noun: 'minute' },
    { count: whole % MINUTE, noun: 'second' },
  ].filter(({ count }) => count > 0)
  return parts.map(({ count, noun }) => counted(count, noun)).join(' ') || '0 seconds'
}

interface Numbered {
  episodeNumber: number | null
  season?: number | null | undefined
  kind?: 'full' | 'trailer' | 'bonus' | undefined
}

/** "Episode 5", "Season 2 · Episode 5", "Trailer"; empty for an episode without any of them. */
export const episodeLabel = ({ episodeNumber, season, kind = 'full' }: Numbered) =>
  [season && `Season ${season}`, kind !== 'full' && capitalized(kind), episodeNumber && `Episode ${episodeNumber}`]
    .filter(Boolean)
    .join(' · ')

const SIZES = ['Bytes', 'KB', 'MB', 'GB'] as const

/** "0 Bytes", "1.5 KB", "2.38 MB": at most two decimals, steps of 1024. */
export const formatFileSize = (bytes: number) => {
  if (!Number.isFinite(bytes) || bytes < 1) return '0 Bytes'
  // Rounding can reach the next unit: 1,048,575 bytes are 1 MB, not 1024 KB.
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

/** "just now", "5 minutes ago", "2 days ago". A future time (wrong clock) is "just now". */
export const formatAgo = (time: string | number | Date, now = Date.now()) => {
  const seconds = (now - new Date(time).getTime()) / 1000
  const age = AGES.find((candidate) => seconds >= candidate.seconds)
  return age ? `${counted(Math.floor(seconds / age.seconds), age.noun)} ago` : 'just now'
}

const date = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const number = /* @__PURE__ */ new Intl.NumberFormat('en-US')

/** "Nov 20, 2026", in the reader's time zone. */
export const formatDate = (time: string | number | Date) => date.format(new Date(time))

/** "Mon, Nov 23, 1:00 AM" this year, else "Jan 1, 2027, 1:00 AM"; in the reader's time zone. */
export const formatDayTime = (time: string | number | Date, now = new Date()) => {
  const at = new Date(time)
  return at.toLocaleString('en-US', {
    ...(at.getFullYear() === now.getFullYear() ? { weekday: 'short' } : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

export const formatNumber = (value: number) => number.format(value)

/** "1 episode", "1,250 episodes". */
export const counted = (count: number, noun: string) =>
  `${formatNumber(count)} ${noun}${Math.abs(count) === 1 ? '' : 's'}`

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const formatPoints = (points: number) => counted(points, 'point')
