import type { Contributions } from '@griot/contracts/modules'
import { usePageTitle } from '@griot/ui/page-title'
import { Skeleton } from '@griot/ui/skeleton'
import { useEffect, useState } from 'react'
import { StallError } from './with-timeout.ts'

const SKELETON_AFTER_MS = 150
const STILL_AFTER_MS = 3000
// After those of its parts that do not come: they are given up by themselves.
const STALLED_AFTER_MS = 10_000

type Outline = Contributions['routes'][number]['skeleton']

const COVERS: Partial<Record<Outline, number>> = { dashboard: 4, cards: 4, detail: 1 }
const ROWS: Record<Outline, number> = { dashboard: 0, cards: 0, list: 6, detail: 4, form: 5 }

interface ModuleWaitingProps {
  title: string
  outline: Outline
  /** The module has come, and shows nothing yet: that counts as a crash of the page when it takes too long. */
  isThere?: boolean
}

/** Outline of a page on its way. A module that is there at once is not announced by a flicker. */
export function ModuleWaiting({ title, outline, isThere }: ModuleWaitingProps) {
  const showsOutline = useElapsed(SKELETON_AFTER_MS)
  const isLong = useElapsed(STILL_AFTER_MS)
  const hasStalled = useElapsed(STALLED_AFTER_MS)
  const covers = COVERS[outline]

  usePageTitle(title)

  if (isThere && hasStalled) throw new StallError(title)
  if (!showsOutline) return null

  return (
    <div className="g-screen flex flex-col gap-4">
      <p role="status" className={isLong ? undefined : 'sr-only'}>
        {isLong ? `Still loading ${title}…` : `Loading ${title}…`}
      </p>
      <Skeleton width="14rem" height="2.25rem" />
      {outline === 'dashboard' && <Panels />}
      {covers !== undefined && <Covers count={covers} />}
      {Array.from({ length: ROWS[outline] }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey bars have no identity
        <Skeleton key={row} height="1.25rem" />
      ))}
    </div>
  )
}

/** The level, four figures and the week's bonus. */
function Panels() {
  return (
    <div className="mb-8 grid gap-3 sm:gap-4">
      <Skeleton width="20rem" height="1.25rem" />
      <Skeleton height="10.5rem" />
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {Array.from({ length: 4 }, (_, figure) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grey boxes have no identity
          <Skeleton key={figure} height="6.25rem" />
        ))}
      </div>
      <Skeleton height="5.25rem" />
    </div>
  )
}

function Covers({ count }: { count: number }) {
  return (
    <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
      {Array.from({ length: count }, (_, cover) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey boxes have no identity
        <Skeleton key={cover} shape="cover" />
      ))}
    </div>
  )
}

const useElapsed = (ms: number) => {
  const [hasElapsed, setElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasElapsed
}
