import type { Contributions } from '@griot/contracts/modules'
import { usePageTitle } from '@griot/ui/page-title'
import { Skeleton } from '@griot/ui/skeleton'
import type { ComponentProps } from 'react'
import { StallError, useElapsed } from './with-timeout.ts'

const SKELETON_AFTER_MS = 150
const STILL_LOADING_AFTER_MS = 3000
// Longer than the timeout of the module's own chunks.
const STALLED_AFTER_MS = 10_000

type Outline = Contributions['routes'][number]['skeleton']

const BOXES: Record<Outline, { covers: number; rows: number }> = {
  dashboard: { covers: 4, rows: 0 },
  cards: { covers: 4, rows: 0 },
  list: { covers: 0, rows: 6 },
  detail: { covers: 1, rows: 4 },
  form: { covers: 0, rows: 5 },
}

interface ModuleLoadingProps {
  title: string
  outline: Outline
  /** The module is loaded and renders nothing yet. After ten seconds that is treated as a crash. */
  isLoaded?: boolean
}

/** The outline of a page that is loading. The delay avoids a flicker. */
export function ModuleLoading({ title, outline, isLoaded }: ModuleLoadingProps) {
  const showsOutline = useElapsed(SKELETON_AFTER_MS)
  const isLong = useElapsed(STILL_LOADING_AFTER_MS)
  const hasStalled = useElapsed(STALLED_AFTER_MS)
  const { covers, rows } = BOXES[outline]

  usePageTitle(title)

  if (isLoaded && hasStalled) throw new StallError(title)
  if (!showsOutline) return null

  return (
    <div className="g-screen flex flex-col gap-4">
      <p role="status" className={isLong ? undefined : 'sr-only'}>
        {isLong ? `Still loading ${title}…` : `Loading ${title}…`}
      </p>
      <Skeleton width="14rem" height="2.25rem" />
      {outline === 'dashboard' && (
        // Level, four figures and weekly bonus.
        <div className="mb-8 grid gap-3 sm:gap-4">
          <Skeleton width="20rem" height="1.25rem" />
          <Skeleton height="10.5rem" />
          <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">{boxes(4, { height: '6.25rem' })}</div>
          <Skeleton height="5.25rem" />
        </div>
      )}
      {covers > 0 && <div className="grid grid-cols-2 gap-4 md:grid-cols-4">{boxes(covers, { shape: 'cover' })}</div>}
      {boxes(rows, { height: '1.25rem' })}
    </div>
  )
}

const boxes = (count: number, props: ComponentProps<typeof Skeleton>) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no identity
  Array.from({ length: count }, (_, box) => <Skeleton key={box} {...props} />)
