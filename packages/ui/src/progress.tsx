import { clsx } from 'clsx'

interface ProgressProps {
  label: string
  /** 0 to 100. */
  value: number
  valueText?: string
  tone?: 'teal' | 'points' | 'action'
  className?: string
}

export function Progress({ label, value, valueText, tone = 'teal', className }: ProgressProps) {
  const shown = Math.min(100, Math.max(0, value))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown)}
      aria-valuetext={valueText}
      className={clsx('g-progress', className)}
      data-tone={tone}
    >
      <div className="g-progress-fill" style={{ transform: `scaleX(${shown / 100})` }} />
    </div>
  )
}
