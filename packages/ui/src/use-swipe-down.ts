import { type TouchEvent, useRef } from 'react'

/** Pixels that close a sheet, slowly or with a flick. */
const FAR = 110
const FLICK = 40
/** Pixels in a millisecond. */
const FLICK_SPEED = 0.6
const NOT_PULLED = 'input, textarea, select'

/** Touch handlers for a sheet that scrolls: a finger that pulls its top down closes it. */
export const useSwipeDown = (onClose: () => void) => {
  const start = useRef<{ x: number; y: number; at: number } | null>(null)

  const pulledBy = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches[0]
    if (!start.current || !touch) return 0
    const down = touch.clientY - start.current.y
    return down > 2 * Math.abs(touch.clientX - start.current.x) ? down : 0
  }
  const release = (sheet: HTMLElement) => {
    start.current = null
    sheet.style.transform = ''
  }

  return {
    onTouchStart: (event: TouchEvent<HTMLElement>) => {
      const { currentTarget: sheet, target, touches, timeStamp } = event
      const touch = touches[0]
      start.current = null
      // Portals of React bubble to the sheet that renders them.
      if (!touch || touches.length > 1 || !(target instanceof Element) || !sheet.contains(target)) return
      if (sheet.scrollTop > 0 || target.closest(NOT_PULLED)) return
      start.current = { x: touch.clientX, y: touch.clientY, at: timeStamp }
    },
    onTouchMove: (event: TouchEvent<HTMLElement>) => {
      const { currentTarget: sheet } = event
      if (start.current) sheet.style.transform = `translateY(${pulledBy(event)}px)`
    },
    onTouchEnd: (event: TouchEvent<HTMLElement>) => {
      if (!start.current) return
      const pulled = pulledBy(event)
      const isFlick = pulled > FLICK && pulled / (event.timeStamp - start.current.at) > FLICK_SPEED
      release(event.currentTarget)
      if (pulled > FAR || isFlick) onClose()
    },
    onTouchCancel: ({ currentTarget }: TouchEvent<HTMLElement>) => release(currentTarget),
  }
}
