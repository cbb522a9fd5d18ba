import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'

type ButtonRef = RefObject<HTMLButtonElement | null>

/**
 * Browsers drop the focus when the focused button is disabled or removed. Returns it to the button once that is enabled
 * again, or to the page once the button is removed, unless the user moved the focus meanwhile.
 */
export const useFocusKept = (ref: Ref<HTMLButtonElement | null> | undefined, isOff: boolean): ButtonRef => {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current)

  useLayoutEffect(() => {
    if (isOff) {
      hadFocus.current = document.activeElement === button.current
      return
    }
    if (hadFocus.current && isFocusLost()) button.current?.focus({ preventScroll: true })
    hadFocus.current = false
  }, [isOff])

  useLayoutEffect(() => {
    const node = button.current
    return () => {
      if (!hadFocus.current && document.activeElement !== node) return
      // A dialog restores its own focus.
      const page = node?.closest('main')
      queueMicrotask(() => isFocusLost() && page?.focus({ preventScroll: true }))
    }
  }, [])
  return button
}

const isFocusLost = () => document.activeElement === document.body
