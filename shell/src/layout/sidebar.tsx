import type { User } from '@griot/contracts/user'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { Link } from 'react-router-dom'
import { AccountLink, NameLink } from '../auth/account-link.tsx'
import { PointsMeter } from '../points/points-meter.tsx'
import { shellElement } from '../shell-elements.ts'
import { Brand } from './brand.tsx'
import { MenuLinks, useMenu } from './menu.tsx'

const loadThemeSwitch = async () =>
  (await import(/* webpackChunkName: "after-paint" */ './theme-switch.tsx')).ThemeSwitch

/** Navigation of wide screens. `user` is null when the session has ended. */
export function Sidebar({ user }: { user: User | null }) {
  const ThemeSwitch = useOnDemand(loadThemeSwitch, true)
  return (
    <aside className="sidebar">
      <Link to="/" className="sidebar-brand">
        <Brand />
      </Link>
      <nav aria-label="Main">
        <ul ref={shellElement} className="grid gap-1">
          <MenuLinks entries={useMenu()} className="sidebar-link" user={user} />
        </ul>
      </nav>
      <div className="mt-auto grid gap-3 pt-6">
        {user && <PointsMeter user={user} />}
        {user && <NameLink user={user} />}
        <div className="flex min-h-9.5 items-center justify-between gap-2">
          <AccountLink user={user} />
          {ThemeSwitch && <ThemeSwitch />}
        </div>
      </div>
    </aside>
  )
}
