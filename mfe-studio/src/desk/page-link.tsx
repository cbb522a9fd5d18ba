import { ServerLink } from '@griot/ui/server-link'
import ExternalLink from 'lucide-react/icons/external-link'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface PageLinkProps {
  /** A tab of the admin page, another page of the server, or null for none. */
  page: string | null
  children: ReactNode
}

/** A link to the page of a figure. Pages outside of the studio open in a new tab. */
export function PageLink({ page, children }: PageLinkProps) {
  if (page === null) return children
  if (page.startsWith('/admin')) {
    return (
      <Link to={page} className="studio:underline">
        {children}
      </Link>
    )
  }
  return (
    <ServerLink
      href={page}
      target="_blank"
      rel="noreferrer"
      className="studio:inline-flex studio:items-center studio:gap-1 studio:underline"
    >
      {children}
      <ExternalLink size={14} aria-hidden="true" />
      <span className="g-visually-hidden">(in a new tab)</span>
    </ServerLink>
  )
}
