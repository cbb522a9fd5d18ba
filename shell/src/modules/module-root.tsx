import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { natives } from '../natives.ts'
import { shellElement } from '../shell-elements.ts'
import { StallError } from './with-timeout.ts'

const EMPTY_AFTER_MS = 10_000

interface ModuleRootProps {
  module: string
  children: ReactNode
}

/** The element of a module's page. Throws if the page renders nothing. */
export function ModuleRoot({ module, children }: ModuleRootProps) {
  const root = useRef<HTMLDivElement>(null)
  const [isEmpty, setEmpty] = useState(false)
  useLayoutEffect(() => shellElement(root.current), [])
  useEffect(() => {
    const { setTimeout, clearTimeout } = natives()
    const timer = setTimeout(() => setEmpty(root.current !== null && showsNothing(root.current)), EMPTY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  if (isEmpty) throw new StallError(`the page of ${module} is empty`)
  return (
    <div ref={root} data-mfe={module} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

const showsNothing = (root: HTMLElement) => {
  if (root.textContent.trim() !== '') return false
  const hasLayout = document.documentElement.getBoundingClientRect().height > 0
  return [...root.querySelectorAll('*')].every((element) => hasLayout && element.getBoundingClientRect().height === 0)
}
