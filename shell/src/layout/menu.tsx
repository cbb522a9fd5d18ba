import type { SHELL_LABELS, SHELL_PAGES } from '@griot/contracts/modules'
import { useStore } from '@griot/shell-sdk/react'
import type { LucideIcon } from 'lucide-react'
import Coins from 'lucide-react/icons/coins'
import Compass from 'lucide-react/icons/compass'
import House from 'lucide-react/icons/house'
import Library from 'lucide-react/icons/library'
import Shapes from 'lucide-react/icons/shapes'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trophy from 'lucide-react/icons/trophy'
import Upload from 'lucide-react/icons/upload'
import { NavLink } from 'react-router-dom'
import { useAssignment, useModules } from '../modules/modules-context.ts'

interface NavigationEntry<Path = string, Label = string> {
  to: Path
  label: Label
  Icon: LucideIcon
  /** On phones the other entries are in the sheet that "More" opens. */
  isOnBottomBar: boolean
}

export interface MenuEntry extends NavigationEntry {
  /** The module of the page failed to load. */
  isFailing: boolean
}

export const NAVIGATION: readonly NavigationEntry<(typeof SHELL_PAGES)[number], (typeof SHELL_LABELS)[number]>[] = [
  { to: '/discover', label: 'Discover', Icon: Compass, isOnBottomBar: true },
  { to: '/', label: 'Home', Icon: House, isOnBottomBar: true },
  { to: '/library', label: 'Library', Icon: Library, isOnBottomBar: true },
  { to: '/rewards', label: 'Rewards', Icon: Trophy, isOnBottomBar: true },
  { to: '/upload', label: 'Upload', Icon: Upload, isOnBottomBar: false },
  { to: '/points', label: 'Points', Icon: Coins, isOnBottomBar: false },
  { to: '/admin', label: 'Admin', Icon: ShieldCheck, isOnBottomBar: false },
]

/** The entries of the product, followed by those that other modules contribute. */
export const useMenu = (): readonly MenuEntry[] => {
  const { modules } = useAssignment()
  const failing = useStore(useModules().failing)
  const contributed = Object.values(modules).flatMap(({ contributes: { nav, routes } }) =>
    nav.flatMap(({ route, label, order }) => {
      const to = routes.find(({ id }) => id === route)?.path
      return to === undefined || to.includes(':') || NAVIGATION.some((entry) => entry.to === to)
        ? []
        : [{ to, label, order, Icon: Shapes, isOnBottomBar: false }]
    }),
  )
  contributed.sort((one, other) => one.order - other.order)
  const failedPaths = failing.flatMap((name) => modules[name]?.contributes.routes.map(({ path }) => path) ?? [])
  return [...NAVIGATION, ...contributed].map((entry) => ({ ...entry, isFailing: failedPaths.includes(entry.to) }))
}

interface MenuLinksProps {
  entries: readonly MenuEntry[]
  className: string
  /** The links replace the history entry of the sheet that contains them. */
  replace?: boolean
}

/** List items with links. */
export function MenuLinks({ entries, className, replace = false }: MenuLinksProps) {
  return entries.map(({ to, label, Icon, isFailing }) => (
    <li key={to}>
      <NavLink
        to={to}
        end={to === '/'}
        replace={replace}
        className={className}
        title={isFailing ? 'Unavailable right now' : undefined}
      >
        <Icon aria-hidden="true" />
        {label}
        {isFailing && <span className="menu-dot" aria-hidden="true" />}
      </NavLink>
    </li>
  ))
}
