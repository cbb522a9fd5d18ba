import type { Assignment } from '@griot/contracts/module-assignment'
import { useLayoutEffect, useRef } from 'react'
import { useAssignment } from './modules-context.ts'

/**
 * Whoever does not see what everyone sees must see that they do not. Hardly anybody needs it, and it comes with the page all
 * the same: on its own it could fail to come, and would move the page when it did.
 */
export function VersionRibbon() {
  const { overrides, isSafeMode = false } = useAssignment()
  if (overrides === undefined && !isSafeMode) return null
  return <Ribbon overrides={overrides ?? {}} isSafeMode={isSafeMode} />
}

function Ribbon({ overrides, isSafeMode }: Required<Pick<Assignment, 'overrides' | 'isSafeMode'>>) {
  const ribbon = useReservedHeight()
  const names = Object.entries(overrides).map(([module, version]) => `${module} ${version}`)
  return (
    <aside ref={ribbon} className="version-ribbon" aria-label="Versions on trial">
      <span>
        {isSafeMode
          ? 'Safe mode: only the frame, your account and the player run.'
          : `You are trying ${names.join(', ')}.`}
      </span>
      {isSafeMode ? <a href="/">Leave safe mode</a> : <a href="/mfe/v1/override">See what everyone sees</a>}
    </aside>
  )
}

/** Tells the page how much of its top the ribbon takes, which has as many lines as it needs. */
const useReservedHeight = () => {
  const ribbon = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = ribbon.current
    if (!element) return
    const { style } = document.documentElement
    const reserve = () => style.setProperty('--g-ribbon', `${element.offsetHeight}px`)
    // The observer speaks up once all is placed, and a browser then counts the whole page as moved.
    const frame = requestAnimationFrame(reserve)
    const observer = new ResizeObserver(reserve)
    observer.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      style.removeProperty('--g-ribbon')
    }
  }, [])
  return ribbon
}
