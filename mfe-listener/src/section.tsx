import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  /** Beside the title: a count, a link to more. */
  aside?: ReactNode
  children: ReactNode
}

/** A titled part of a screen. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="listener:mt-12 listener:first:mt-0">
      <div className="listener:mb-5 listener:flex listener:flex-wrap listener:items-baseline listener:justify-between listener:gap-x-4 listener:gap-y-1">
        <h2 id={id} className="listener:text-2xl listener:sm:text-3xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
