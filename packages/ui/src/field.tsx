import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'

/** What the control must carry to belong to its label, hint and error. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
  'aria-required': boolean | undefined
}

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  children: (control: FieldControl) => ReactNode
}

/** A labelled control with its hint and its error, tied together for assistive technology. */
export function Field({ label, hint, error, required = false, children }: FieldProps) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [hintId, errorId].filter(Boolean).join(' ') || undefined

  return (
    <div className="g-field">
      <label className="g-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <span className="g-hint" id={hintId}>
          {hint}
        </span>
      )}
      {error && (
        <span className="g-error" id={errorId} role="alert">
          <CircleAlert size={16} aria-hidden="true" style={{ alignSelf: 'center', flex: 'none' }} />
          {error}
        </span>
      )}
    </div>
  )
}
