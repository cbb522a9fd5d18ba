import type { Assignment } from '@griot/contracts/module-assignment'
import { useStore } from '@griot/shell-sdk/react'
import { createStore } from '@griot/shell-sdk/store'
import Shapes from 'lucide-react/icons/shapes'
import { useModulesIfAny } from '../modules/modules-context.ts'
import { type Destination, NAVIGATION } from './navigation.ts'

/** A place the menu leads to, and whether the page there failed to come. */
export interface MenuEntry extends Destination {
  isFailing: boolean
}

const NONE_FAILING = createStore<readonly string[]>([])
const NONE = createStore<Pick<Assignment, 'modules'>>({ modules: {} })
const KNOWN = new Set(NAVIGATION.map(({ to }) => to))

/** Where the menu leads: the product's own places, and behind them those of modules that it does not know by name. */
export const useDestinations = (): readonly MenuEntry[] => {
  const known = useModulesIfAny()
  const { modules } = useStore<Pick<Assignment, 'modules'>>(known?.registry ?? NONE)
  const failing = useStore(known?.failing ?? NONE_FAILING)
  const contributed = Object.values(modules).flatMap(({ contributes: { nav, routes } }) =>
    nav.flatMap(({ route, label, order }) => {
      const to = routes.find(({ id }) => id === route)?.path
      return to === undefined || to.includes(':') || KNOWN.has(to) ? [] : [{ to, label, order }]
    }),
  )
  contributed.sort((one, other) => one.order - other.order)
  const failedPages = failing.flatMap((name) => modules[name]?.contributes.routes.map(({ path }) => path) ?? [])
  return [
    ...NAVIGATION,
    ...contributed.map(({ to, label }) => ({ to, label, Icon: Shapes, isOnBottomBar: false })),
  ].map((destination) => ({ ...destination, isFailing: failedPages.includes(destination.to) }))
}
