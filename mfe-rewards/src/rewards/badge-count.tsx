import { useMyBadges } from '../api.ts'

/** "3 badges"; nothing while it is not known. */
export function BadgeCount() {
  const count = useMyBadges().data?.length
  if (count === undefined) return null
  return (
    <span className="rewards:block rewards:tabular-nums">
      {count} {count === 1 ? 'badge' : 'badges'}
    </span>
  )
}
