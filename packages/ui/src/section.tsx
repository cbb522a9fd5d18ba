import { type ComponentProps, type ReactNode, useId } from 'react'
import { Card } from './card.tsx'

interface SectionProps {
  title: string
  /** Shown next to the title, such as a count or a link. */
  aside?: ReactNode
  size?: 'small' | 'medium' | 'large'
  children: ReactNode
}

/** A part of a page with a heading, which is also its accessible name. */
export function Section({ title, aside, size = 'medium', children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="g-section-head">
        <h2 id={id} className="g-section-title" data-size={size}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** A section in a card. */
export function Panel({ look, ...section }: SectionProps & Pick<ComponentProps<typeof Card>, 'look'>) {
  return (
    <Card look={look}>
      <Section size="small" {...section} />
    </Card>
  )
}
