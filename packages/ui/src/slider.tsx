import { clsx } from 'clsx'
import type { CSSProperties } from 'react'

interface SliderProps {
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  step?: number
  /** Screen readers read this instead of the number: "2 minutes 5 seconds of 30 minutes". */
  valueText?: string
  disabled?: boolean
  className?: string
}

export function Slider({ label, value, onChange, min = 0, max = 100, step = 1, valueText, ...rest }: SliderProps) {
  const share = max > min ? ((value - min) / (max - min)) * 100 : 0
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={step}
      value={value}
      disabled={rest.disabled}
      className={clsx('g-slider', rest.className)}
      style={{ '--value': share } as CSSProperties}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  )
}
