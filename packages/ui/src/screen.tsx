import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'

interface ScreenProps {
  title: string
  /** The heading, when it says more than the title in the browser's tab. */
  heading?: ReactNode
  intro?: ReactNode
  /** Buttons beside the heading. */
  actions?: ReactNode
  width?: 'full' | 'narrow'
  /** A head of its own instead of title, intro and actions; it must bring the `<h1 className="g-screen-title">`. */
  head?: ReactNode
  children: ReactNode
}

/** A page: it names the tab, brings the one level-one heading and keeps the content at a readable width. */
export function Screen({ title, heading, intro, actions, width = 'full', head, children }: ScreenProps) {
  usePageTitle(title)

  return (
    <div className="g-screen" data-width={width}>
      {head ?? (
        <header className="g-screen-head">
          <div>
            <h1 className="g-screen-title">{heading ?? title}</h1>
            {intro && <p className="g-screen-intro">{intro}</p>}
          </div>
          {actions}
        </header>
      )}
      {children}
    </div>
  )
}
