import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { useFocusKept } from './use-focus-kept.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** For screen readers and the tooltip. */
  label: string
  look?: 'quiet' | 'primary'
}

export function IconButton({ ref, label, look = 'quiet', disabled = false, className, ...rest }: IconButtonProps) {
  const button = useFocusKept(ref, disabled)
  return (
    <button
      ref={button}
      type="button"
      title={label}
      {...rest}
      disabled={disabled}
      aria-label={label}
      className={clsx('g-icon-button', className)}
      data-look={look}
    />
  )
}
