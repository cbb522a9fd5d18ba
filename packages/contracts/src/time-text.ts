const TIME = /^\d{1,5}(:\d{1,2}){0,2}(\.\d{1,3})?$/

/** Parses "90", "1:30", "1:02:03" and "0:04.250" to seconds; undefined if the text is no time. */
export const parseTime = (text: string) => {
  if (!TIME.test(text)) return undefined
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return toMilliseconds(seconds)
}

/** Rounds to the millisecond. */
export const toMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000

const two = (value: number) => String(value).padStart(2, '0')

/** "1:30", "1:02:03" or "0:04.25": the text that `parseTime` reads. */
export const formatTime = (seconds: number) => {
  const millis = Math.round(seconds * 1000)
  const whole = Math.floor(millis / 1000)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  const part = millis % 1000 === 0 ? '' : `.${String(millis % 1000).padStart(3, '0')}`.replace(/0+$/, '')
  const start = hours > 0 ? `${hours}:${two(minutes)}` : `${minutes}`
  return `${start}:${two(whole % 60)}${part}`
}
