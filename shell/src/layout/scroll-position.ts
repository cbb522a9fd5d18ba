import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { createStoredValue, isRecord } from '../storage/stored-value.ts'

/** A position is held until the page has not changed its height for this long. */
const QUIET_MS = 10_000
const INPUTS = ['wheel', 'pointerdown', 'keydown']

const stored = createStoredValue('griot:scroll', isRecord, 'sessionStorage')

const wasTyped = () => {
  const [load] = performance.getEntriesByType?.('navigation') ?? []
  return (load as PerformanceNavigationTiming | undefined)?.type === 'navigate'
}

/** Scrolls to a position, also while lists load and the page is too short, until the listener uses the page. */
const holdAt = (top: number) => {
  let timer: ReturnType<typeof setTimeout>
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top)
    clearTimeout(timer)
    timer = setTimeout(hold.release, QUIET_MS)
  })
  const hold = {
    isActive: true,
    release: () => {
      hold.isActive = false
      observer.disconnect()
      clearTimeout(timer)
      for (const type of INPUTS) window.removeEventListener(type, hold.release, true)
    },
  }
  observer.observe(document.body)
  for (const type of INPUTS) window.addEventListener(type, hold.release, true)
  return hold
}

/**
 * Keeps one scroll position for each history entry: a new page starts at the top, Back, Forward and a reload return to the position.
 * An overlay and a filter do not scroll, because they change neither the entry nor the path.
 */
export const useScrollPosition = () => {
  const { key, pathname, search } = useLocation()
  const navigation = useNavigationType()
  // All entries that were opened by a typed address have the key "default".
  const entry = `${key} ${pathname}${search}`
  const positions = useRef<Record<string, unknown>>(null)
  const shownPath = useRef<string>(null)
  // Of the page that is left. Reading or setting it in the effect would compute the layout of the new page twice.
  const current = useRef(0)
  const left = useRef<{ entry: string; save: () => void }>(null)
  // The document still contains the page that is left. A scroll immediately before has not caused an event yet.
  if (left.current && left.current.entry !== entry) left.current.save()

  // biome-ignore lint/correctness/useExhaustiveDependencies: closing an overlay changes the type of navigation, but not the entry
  useLayoutEffect(() => {
    const isFirst = shownPath.current === null
    positions.current ??= stored.read() ?? {}
    const all = positions.current
    const saved = navigation === 'POP' && !(isFirst && wasTyped()) ? all[entry] : undefined
    const isOtherPage = !isFirst && shownPath.current !== pathname
    const top = typeof saved === 'number' ? saved : isOtherPage ? 0 : undefined
    shownPath.current = pathname

    if (top !== undefined && top !== current.current) window.scrollTo(0, top)
    const hold = top !== undefined && top > 0 ? holdAt(top) : null
    current.current = top ?? current.current
    all[entry] = current.current
    const save = () => {
      current.current = window.scrollY
      if (!hold?.isActive) all[entry] = current.current
    }
    left.current = { entry, save }
    window.addEventListener('scroll', save, { passive: true })
    return () => {
      hold?.release()
      window.removeEventListener('scroll', save)
    }
  }, [entry])

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const store = () => stored.write(positions.current ?? {})
    window.addEventListener('pagehide', store)
    // A phone can end a hidden page without an event.
    document.addEventListener('visibilitychange', store)
    return () => {
      history.scrollRestoration = 'auto'
      window.removeEventListener('pagehide', store)
      document.removeEventListener('visibilitychange', store)
    }
  }, [])
}
