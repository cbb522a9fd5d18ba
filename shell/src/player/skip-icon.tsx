import RotateCcw from 'lucide-react/icons/rotate-ccw'
import RotateCw from 'lucide-react/icons/rotate-cw'

/** The round arrow with the number of seconds in it. */
export function SkipIcon({ direction }: { direction: 'back' | 'forward' }) {
  const Arrow = direction === 'back' ? RotateCcw : RotateCw
  return (
    <span className="skip-icon" aria-hidden="true">
      <Arrow strokeWidth={1.75} />
      <span>15</span>
    </span>
  )
}
