/** The value of a `datetime-local` field for a time: local, without a time zone. */
export const toLocal = (iso: string) => {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The time of a `datetime-local` value; an invalid value is returned unchanged. */
export const fromLocal = (local: string) => {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}

/** As in "Europe/Berlin". */
export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
