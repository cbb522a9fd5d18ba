import { clsx } from 'clsx'
import { type ComponentProps, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { Spinner } from './spinner.tsx'

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

/**
 * A browser takes the focus from a button that is disabled and does not give it back: who works by keyboard stands on
 * nothing when what they pressed is done. It comes back unless it went elsewhere meanwhile.
 */
const useFocusBack = (button: RefObject<HTMLButtonElement | null>, isOff: boolean) => {
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (isOff) {
      hadFocus.current = document.activeElement === button.current
      return
    }
    if (hadFocus.current && document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    hadFocus.current = false
  }, [button, isOff])
}

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
  const button = useRef<HTMLButtonElement>(null)
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current)
  useFocusBack(button, disabled || pending)
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
