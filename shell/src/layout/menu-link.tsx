import { NavLink } from 'react-router-dom'
import type { MenuEntry } from './destinations.ts'

interface MenuLinkProps {
  entry: MenuEntry
  className: string
}

/** Where the page did not come, a dot and a tooltip say so before somebody goes there again. */
export function MenuLink({ entry: { to, label, Icon, isFailing }, className }: MenuLinkProps) {
  return (
    <NavLink to={to} end={to === '/'} className={className} title={isFailing ? 'Unavailable right now' : undefined}>
      <Icon aria-hidden="true" />
      {label}
      {isFailing && <span className="menu-dot" aria-hidden="true" />}
    </NavLink>
  )
}
