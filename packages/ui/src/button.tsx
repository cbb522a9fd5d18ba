import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Spinner } from './spinner.tsx'
import { useFocusKept } from './use-focus-kept.ts'

export interface ButtonLook {
  look?: 'primary' | 'secondary' | 'quiet' | 'points' | 'danger'
  size?: 'small' | 'medium' | 'large'
  /** As wide as its container. */
  wide?: boolean
}

/** The classes of a button for what is a link: `<Link {...buttonLook({ look: 'primary' })}>`. */
export const buttonLook = ({ look = 'primary', size = 'medium', wide = false }: ButtonLook = {}) => ({
  className: 'g-button',
  'data-look': look,
  'data-size': size,
  'data-wide': wide,
})

type ButtonProps = ComponentProps<'button'> & ButtonLook & { pending?: boolean }

/** While `pending` it turns a spinner and takes no clicks; the text is the caller's ("Creating..."). */
export function Button({
  ref,
  look,
  size,
  wide,
  pending = false,
  disabled = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  const button = useFocusKept(ref, disabled || pending)
  const base = buttonLook({
    ...(look && { look }),
    ...(size && { size }),
    ...(wide && { wide }),
  })
  return (
    <button
      ref={button}
      type="button"
      {...rest}
      {...base}
      className={clsx(base.className, className)}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}
