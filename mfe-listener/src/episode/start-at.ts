/** Seconds in `?t=` of a shared link: "90" or "1:30" or "1:02:03"; undefined when it is no time. */
export const startAt = (text: string | null) => {
  if (text === null || !/^\d{1,5}(:\d{1,2}){0,2}$/.test(text)) return undefined
  return text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}
