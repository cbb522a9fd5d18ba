import type { User } from '@griot/contracts/user'
import { Link } from 'react-router-dom'
import { AccountLink } from '../auth/account-link.tsx'
import { Brand } from './brand.tsx'
import { useDestinations } from './destinations.ts'
import { MenuLink } from './menu-link.tsx'
import { PointsMeter } from './points-meter.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The left edge of wide screens. `user` is null once the session has ended. */
export function Sidebar({ user }: { user: User | null }) {
  const destinations = useDestinations()
  return (
    <aside className="sidebar">
      <Link to="/" className="sidebar-brand">
        <Brand />
      </Link>
      <nav aria-label="Main">
        <ul className="grid gap-1">
          {destinations.map((entry) => (
            <li key={entry.to}>
              <MenuLink entry={entry} className="sidebar-link" />
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto grid gap-3 pt-6">
        {user && <PointsMeter user={user} />}
        {user && (
          <p className="truncate px-1 font-semibold">
            {user.firstName} {user.lastName}
          </p>
        )}
        <div className="flex items-center justify-between gap-2">
          <AccountLink user={user} />
          <ThemeSwitch />
        </div>
      </div>
    </aside>
  )
}
