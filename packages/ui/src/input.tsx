import { clsx } from 'clsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ComponentProps, type ReactNode, useId } from 'react'

interface Labels {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

/** Connects the control with its label, hint and error. */
interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
  'aria-required': boolean | undefined
}

interface FieldProps extends Labels {
  required: boolean | undefined
  children: (control: FieldControl) => ReactNode
}

function Field({ label, hint, error, required, children }: FieldProps) {
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

export function Input({ label, hint, error, className, ...rest }: ComponentProps<'input'> & Labels) {
  return (
    <Field label={label} hint={hint} error={error} required={rest.required}>
      {(control) => <input {...rest} {...control} className={clsx('g-input', className)} />}
    </Field>
  )
}

export function Textarea({ label, hint, error, className, ...rest }: ComponentProps<'textarea'> & Labels) {
  return (
    <Field label={label} hint={hint} error={error} required={rest.required}>
      {(control) => <textarea {...rest} {...control} className={clsx('g-input', className)} />}
    </Field>
  )
}

interface SelectProps extends ComponentProps<'select'>, Labels {
  options: readonly { value: string; label: string }[]
  /** Shown while no option is selected; not selectable. */
  placeholder?: string
}

/** A native select, because phones have their own pickers. */
export function Select({ label, hint, error, options, placeholder, className, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} required={rest.required}>
      {(control) => (
        <select {...rest} {...control} className={clsx('g-input', className)}>
          {placeholder !== undefined && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
