import { Card } from '@griot/ui/card'
import { Skeleton } from '@griot/ui/skeleton'
import type { ReactNode } from 'react'

interface StatProps {
  term: string
  icon: ReactNode
  /** Undefined while it is on its way. */
  value: string | undefined
  note?: string | undefined
  isFailed?: boolean
}

/** A number and what it counts; belongs in a `<dl>`. */
export function Stat({ term, icon, value, note, isFailed = false }: StatProps) {
  return (
    <Card className="rewards:flex rewards:flex-col-reverse rewards:justify-end rewards:gap-1">
      <dt className="rewards:text-sm rewards:text-muted">
        <span className="rewards:flex rewards:items-center rewards:gap-2 rewards:[&_svg]:size-4">
          <span aria-hidden="true">{icon}</span>
          {term}
        </span>
        {note && <span className="rewards:mt-1 rewards:block">{note}</span>}
      </dt>
      <dd className="rewards:font-display rewards:text-3xl rewards:font-bold rewards:tabular-nums">
        {value ?? (isFailed ? '–' : <Skeleton width="4rem" height="2.25rem" />)}
      </dd>
    </Card>
  )
}
