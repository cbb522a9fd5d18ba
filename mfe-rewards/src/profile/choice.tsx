import { type ReactNode, useId } from 'react'

interface ChoiceProps {
  label: ReactNode
  hint?: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A box to tick, with the whole line as its target. */
export function Choice({ label, hint, checked, disabled = false, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <label className="rewards:flex rewards:min-h-11 rewards:items-start rewards:gap-3 rewards:py-2">
      <input
        type="checkbox"
        className="rewards:mt-0.5 rewards:size-5 rewards:flex-none rewards:accent-ink"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? id : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={disabled ? 'rewards:text-muted' : undefined}>
        <span className="rewards:font-semibold">{label}</span>
        {hint && (
          <span id={id} className="rewards:block rewards:text-sm rewards:text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
