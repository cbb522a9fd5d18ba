export const formatTime = (time: string) =>
  new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A share from 0 to 1: "4.2 %", "55 %". */
export const formatShare = (share: number) => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)}\u00a0%`

/** The registry stores only the id of an admin: "admin 1b9d6bcd". */
export const formatAuthor = (author: string) => author.replace(/([0-9a-f]{8})-[0-9a-f-]{27}/, '$1')
