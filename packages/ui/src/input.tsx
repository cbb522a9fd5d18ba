import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'

interface Labelled {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

export function Input({ label, hint, error, className, ...rest }: ComponentProps<'input'> & Labelled) {
  return (
    <Field label={label} hint={hint} error={error} required={rest.required ?? false}>
      {(control) => <input {...rest} {...control} className={clsx('g-input', className)} />}
    </Field>
  )
}

export function Textarea({ label, hint, error, className, ...rest }: ComponentProps<'textarea'> & Labelled) {
  return (
    <Field label={label} hint={hint} error={error} required={rest.required ?? false}>
      {(control) => <textarea {...rest} {...control} className={clsx('g-input', className)} />}
    </Field>
  )
}

type SelectProps = ComponentProps<'select'> &
  Labelled & {
    options: readonly { value: string; label: string }[]
    /** Shown while nothing is chosen; it cannot be chosen itself. */
    placeholder?: string
  }

/** The browser's own select: the right picker on every phone. */
export function Select({ label, hint, error, options, placeholder, className, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} required={rest.required ?? false}>
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
