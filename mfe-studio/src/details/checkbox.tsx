import type { ComponentProps } from 'react'

export function Checkbox({ label, hint, ...input }: ComponentProps<'input'> & { label: string; hint?: string }) {
  return (
    <label className="studio:flex studio:min-h-11 studio:cursor-pointer studio:items-center studio:gap-3 studio:[&_input]:size-4.5 studio:[&_input]:flex-none studio:[&_input]:accent-teal">
      <input type="checkbox" {...input} />
      <span>
        {label}
        {hint && <span className="g-hint studio:block">{hint}</span>}
      </span>
    </label>
  )
}
