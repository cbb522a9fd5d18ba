import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { shellElement } from '../layout/shell-elements.ts'
import { watchCommits } from './watch-commits.ts'
import { RenderLoopError, StallError } from './with-timeout.ts'

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

/** Must be before the code of a module. Throws if that renders without end. */
export function LoopGuard({ onMount, onUnmount }: { onMount: () => void; onUnmount?: () => void }) {
  // Before the module renders for the first time.
  const [isLooping, setLooping] = useState(() => {
    onMount()
    return false
  })
  useEffect(() => onUnmount, [onUnmount])
  // Synchronously: other updates would wait for the loop.
  useEffect(() => watchCommits(() => flushSync(() => setLooping(true))), [])
  if (isLooping) throw new RenderLoopError('the page renders without end')
  return null
}
