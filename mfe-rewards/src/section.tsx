import { Card } from '@griot/ui/card'
import { type ComponentProps, type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  aside?: ReactNode
  look?: ComponentProps<typeof Card>['look']
  children: ReactNode
}

/** A titled card. */
export function Section({ title, aside, look = 'plain', children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Card look={look} className="rewards:h-full">
        <div className="rewards:mb-4 rewards:flex rewards:flex-wrap rewards:items-baseline rewards:justify-between rewards:gap-x-4 rewards:gap-y-1">
          <h2 id={id} className="rewards:text-xl">
            {title}
          </h2>
          {aside}
        </div>
        {children}
      </Card>
    </section>
  )
}
