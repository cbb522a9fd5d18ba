import type { ReactNode } from 'react'

/** What stands here instead, in the room of what is missing: nothing around it moves. */
export function InPlaceOf({ missing, children }: { missing: ReactNode; children: ReactNode }) {
  return (
    <div className="g-in-place-of">
      <div className="g-in-place-of-missing" aria-hidden="true">
        {missing}
      </div>
      <div>{children}</div>
    </div>
  )
}
