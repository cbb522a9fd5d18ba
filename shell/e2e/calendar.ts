// Days in UTC, like the ledger. A journey must not fail if another day or week begins.

export const today = () => new Date().toISOString().slice(0, 10)

/** The Monday of this week. */
export const thisWeek = () => {
  const now = new Date()
  const daysSinceMonday = (now.getUTCDay() + 6) % 7
  return new Date(now.getTime() - daysSinceMonday * 86_400_000).toISOString().slice(0, 10)
}
