import { formatNumber } from '@griot/ui/format'
import { Link } from 'react-router-dom'

export function Earned({ points }: { points: number }) {
  return (
    <strong
      data-none={points === 0}
      className="rewards:flex-none rewards:text-points rewards:tabular-nums rewards:data-[none=true]:font-normal rewards:data-[none=true]:text-muted"
    >
      {points > 0 && '+'}
      {formatNumber(points)}
      <span className="g-visually-hidden"> points</span>
    </strong>
  )
}

export function FullHistoryLink() {
  return (
    <Link to="/points/history" className="rewards:font-semibold rewards:underline">
      Full history
    </Link>
  )
}
