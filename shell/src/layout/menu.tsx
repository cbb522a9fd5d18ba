import type { Assignment } from '@griot/contracts/module-assignment'
import type { ContributedBadge, SHELL_LABELS, SHELL_PAGES } from '@griot/contracts/modules'
import type { User } from '@griot/contracts/user'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
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
import type { ContributedLabelProps } from './contributed-label.tsx'

interface NavigationEntry<Path = string, Label = string> {
  to: Path
  /** Its entry disappears when the module is retired, not when it is only unavailable. */
  module: string
  label: Label
  Icon: LucideIcon
  /** On phones the other entries are in the sheet that "More" opens. */
  isOnBottomBar: boolean
}

export interface MenuEntry extends NavigationEntry {
  /** The module of the page failed to load. */
  isFailing: boolean
  /** The declaration of a module for its entry. */
  declared?: DeclaredEntry
}

export interface DeclaredEntry {
  id: string
  icon: string
  badge?: ContributedBadge | undefined
  /** Version of the module. */
  version: string
  isDisabled: boolean | undefined
}

const NAVIGATION: readonly NavigationEntry<(typeof SHELL_PAGES)[number], (typeof SHELL_LABELS)[number]>[] = [
  { to: '/discover', module: 'listener', label: 'Discover', Icon: Compass, isOnBottomBar: true },
  { to: '/', module: 'listener', label: 'Home', Icon: House, isOnBottomBar: true },
  { to: '/library', module: 'listener', label: 'Library', Icon: Library, isOnBottomBar: true },
  { to: '/rewards', module: 'rewards', label: 'Rewards', Icon: Trophy, isOnBottomBar: true },
  { to: '/upload', module: 'studio', label: 'Upload', Icon: Upload, isOnBottomBar: false },
  { to: '/points', module: 'rewards', label: 'Points', Icon: Coins, isOnBottomBar: false },
  { to: '/admin', module: 'studio', label: 'Admin', Icon: ShieldCheck, isOnBottomBar: false },
]

/** The entries of modules for pages without parameters. */
const contributedEntries = (modules: Assignment['modules']) =>
  Object.entries(modules)
    .flatMap(
      ([
        module,
        {
          version,
          isDisabled,
          contributes: { nav, routes },
        },
      ]) =>
        nav.map(({ route, label, order, ...entry }) => ({
          // The filter below removes paths with parameters, and this one for an entry without a page.
          to: routes.find(({ id }) => id === route)?.path ?? ':',
          order,
          ...{ module, label, Icon: Shapes, isOnBottomBar: false },
          declared: { ...entry, version, isDisabled },
        })),
    )
    .filter(({ to }) => !to.includes(':'))
    .sort((one, other) => one.order - other.order)

/** The entries of the product, with badges that modules set, followed by those that other modules contribute. */
export const useMenu = (): readonly MenuEntry[] => {
  const { modules, retired = [] } = useAssignment()
  const failing = useStore(useModules().failing)
  const pathsOf = (name: string) => modules[name]?.contributes.routes.map(({ path }) => path) ?? []
  const paths = Object.keys(modules).flatMap(pathsOf)
  const own = NAVIGATION.filter(({ to, module }) => !retired.includes(module) || paths.includes(to))
  const contributed = contributedEntries(modules)
  const failedPaths = failing.flatMap(pathsOf)
  return [...own, ...contributed]
    .filter(({ to }, at, all) => all.findIndex((entry) => entry.to === to) === at)
    .map((entry) => ({
      ...contributed.find(({ to }) => to === entry.to),
      ...entry,
      isFailing: failedPaths.includes(entry.to),
    }))
}

const loadLabel = async () =>
  (await import(/* webpackChunkName: "contributed-label" */ './contributed-label.tsx')).ContributedLabel

interface MenuLinksProps {
  entries: readonly MenuEntry[]
  className: string
  user: User | null
  /** The links replace the history entry of the sheet that contains them. */
  replace?: boolean
}

/** List items with links. */
export function MenuLinks({ entries, className, user, replace = false }: MenuLinksProps) {
  const ContributedLabel = useOnDemand<ContributedLabelProps>(
    loadLabel,
    entries.some(({ declared }) => declared),
  )
  return entries.map((entry) => {
    const { to, label, Icon, isFailing, declared } = entry
    return (
      <li key={to}>
        <NavLink
          to={to}
          end={to === '/'}
          replace={replace}
          className={className}
          title={isFailing ? 'Unavailable right now' : undefined}
        >
          {declared && ContributedLabel ? (
            <ContributedLabel entry={{ ...entry, declared }} user={user} />
          ) : (
            <>
              <Icon aria-hidden="true" />
              {label}
            </>
          )}
          {isFailing && <span className="menu-dot" aria-hidden="true" />}
        </NavLink>
      </li>
    )
  })
}
