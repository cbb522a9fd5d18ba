import { InPlaceOf } from '@griot/ui/in-place-of'
import { LoadFailed } from '@griot/ui/load-failed'
import type { ReactNode } from 'react'
import { useRetry } from './api.ts'

interface FailedProps {
  /** As in "We could not load …". */
  what: string
  /** Outline of what should stand here: the room it takes is kept. */
  missing: ReactNode
}

/** Says in its place what did not come. Its Retry brings back everything on the page that failed. */
export function Failed({ what, missing }: FailedProps) {
  return (
    <InPlaceOf missing={missing}>
      <LoadFailed what={what} onRetry={useRetry()} />
    </InPlaceOf>
  )
}
