import type { User } from '@griot/contracts/user'
import { Link, NavLink } from 'react-router-dom'
import { AccountLink } from '../auth/account-link.tsx'
import { Brand } from './brand.tsx'
import { useDestinations } from './destinations.ts'
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
          {destinations.map(({ to, label, Icon }) => (
            <li key={to}>
              <NavLink to={to} end={to === '/'} className="sidebar-link">
                <Icon aria-hidden="true" />
                {label}
              </NavLink>
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
