import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'

type ButtonRef = RefObject<HTMLButtonElement | null>

/**
 * Browsers take the focus from a button that is disabled or goes, and give it to nobody: who works by keyboard stands on
 * nothing when what they pressed is done. One that was disabled while it worked has it back, and after one that has gone
 * the page has it; neither, if it went elsewhere meanwhile. Answers the ref of that button.
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
      // A dialog looks after its own.
      const page = node?.closest('main')
      queueMicrotask(() => isFocusLost() && page?.focus({ preventScroll: true }))
    }
  }, [])
  return button
}

const isFocusLost = () => document.activeElement === document.body
