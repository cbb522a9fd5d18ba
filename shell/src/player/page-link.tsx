import type { MouseEvent, ReactNode } from 'react'

interface PageLinkProps {
  to: string
  onNavigate: (path: string) => void
  children: ReactNode
}

/** A link to a page of ours from outside the router: the player has a React root of its own. */
export function PageLink({ to, onNavigate, children }: PageLinkProps) {
  const handleClick = (event: MouseEvent) => {
    // A new tab or window is the browser's business.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onNavigate(to)
  }
  return (
    <a href={to} onClick={handleClick}>
      {children}
    </a>
  )
}
