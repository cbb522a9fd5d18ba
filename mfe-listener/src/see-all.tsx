import { Link } from 'react-router-dom'

export function SeeAll({ to, what }: { to: string; what: string }) {
  return (
    <Link to={to} className="listener:font-semibold listener:underline listener:underline-offset-4">
      See all<span className="g-visually-hidden"> {what}</span>
    </Link>
  )
}
