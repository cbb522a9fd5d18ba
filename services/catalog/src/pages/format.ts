// Without the time zone of the server, so that every instance renders the same page.
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export const formatUtcDate = (time: string) => date.format(new Date(time))

/** ISO 8601: `PT1H2M5S`. */
export const isoDuration = (seconds: number) => {
  const parts = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [Math.floor(seconds) % 60, 'S'],
  ] as const
  return `PT${parts.map(([count, unit]) => (count > 0 ? `${count}${unit}` : '')).join('') || '0S'}`
}
