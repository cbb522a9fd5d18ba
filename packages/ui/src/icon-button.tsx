import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** What it does: read aloud, and shown as a tooltip. */
  label: string
  look?: 'quiet' | 'primary'
}

export function IconButton({ label, look = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={clsx('g-icon-button', className)}
      data-look={look}
    />
  )
}
