import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Spinner } from './spinner.tsx'
import { useFocusKept } from './use-focus-kept.ts'

export interface ButtonLook {
  look?: 'primary' | 'secondary' | 'quiet' | 'points' | 'danger' | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  /** As wide as its container. */
  wide?: boolean | undefined
}

/** For links that look like buttons: `<Link {...buttonLook({ look: 'primary' })}>`. */
export const buttonLook = ({ look = 'primary', size = 'medium', wide = false }: ButtonLook = {}) => ({
  className: 'g-button',
  'data-look': look,
  'data-size': size,
  'data-wide': wide,
})

type ButtonProps = ComponentProps<'button'> & ButtonLook & { pending?: boolean }

/** While `pending` it shows a spinner and ignores clicks; the caller sets the text ("Creating..."). */
export function Button({ ref, look, size, wide, pending = false, disabled = false, ...rest }: ButtonProps) {
  const button = useFocusKept(ref, disabled || pending)
  return (
    <button
      ref={button}
      type="button"
      {...rest}
      {...buttonLook({ look, size, wide })}
      className={clsx('g-button', rest.className)}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
    >
      {pending && <Spinner />}
      {rest.children}
    </button>
  )
}
