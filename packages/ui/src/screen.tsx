import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'

interface ScreenProps {
  title: string
  /** Replaces the title as heading. */
  heading?: ReactNode
  intro?: ReactNode
  /** Buttons beside the heading. */
  actions?: ReactNode
  width?: 'full' | 'narrow'
  /** Replaces title, intro and actions; must contain the `<h1 className="g-screen-title">`. */
  head?: ReactNode
  children: ReactNode
}

/** A page with tab title, level-one heading and a readable width. */
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
