import { productName } from '@griot/ui/page-title'
import { clsx } from 'clsx'

export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={clsx('size-8', className)}>
      <circle cx="16" cy="16" r="16" fill="var(--g-points-fill)" />
      <g stroke="var(--g-on-points)" strokeWidth="2.4" strokeLinecap="round">
        <path d="M7.5 14v4M11.75 10.5v11M16 6.5v19M20.25 10.5v11M24.5 14v4" />
      </g>
    </svg>
  )
}

export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <BrandMark />
      <span className="font-display text-2xl font-extrabold tracking-tight">{productName()}</span>
    </span>
  )
}
