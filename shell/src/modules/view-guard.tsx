import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { addView, type ViewStatus } from './mounted-views.ts'
import { RenderLoopError } from './with-timeout.ts'

interface ViewGuardProps {
  module: string
  version: string
  /** It is the page itself, not a content of a slot. */
  isPage?: boolean
  onMount: () => void
  onUnmount?: () => void
  children: ReactNode
}

const Depth = createContext(0)

/** Must be around the code of a module. Throws if that renders without end. */
export function ViewGuard({ module, version, isPage = false, onMount, onUnmount, children }: ViewGuardProps) {
  const depth = useContext(Depth)
  const [status, setStatus] = useState<ViewStatus>(() => {
    // Before the module renders for the first time.
    onMount()
    return 'running'
  })
  useEffect(() => onUnmount, [onUnmount])
  useEffect(() => {
    // Synchronously: other updates would wait for the loop.
    const become = (next: ViewStatus) => flushSync(() => setStatus(next))
    return addView({ module, version, isPage, depth, become })
  }, [module, version, isPage, depth])

  if (status === 'looping') throw new RenderLoopError('the page renders without end')
  return <Depth value={depth + 1}>{status === 'running' && children}</Depth>
}
