import type { Assignment } from '@griot/contracts/module-assignment'
import type { OfferedAction, ShellApiV1 } from '@griot/shell-sdk/contract'
import type { Store } from '@griot/shell-sdk/store'

/** The actions of all modules that are on, in the order in which pages show them. */
export const offeredActions = ({ get, subscribe }: Store<Assignment>): ShellApiV1['contributedActions'] => {
  let modules: Assignment['modules'] | undefined
  let actions: readonly OfferedAction[] = []
  return {
    get: () => {
      if (modules !== get().modules) {
        modules = get().modules
        actions = listActions(modules)
      }
      return actions
    },
    subscribe,
  }
}

const listActions = (modules: Assignment['modules']): readonly OfferedAction[] =>
  Object.values(modules)
    .filter(({ isDisabled }) => !isDisabled)
    .flatMap(({ contributes: { routes, actions = [] } }) =>
      actions.map(({ order = 0, route, ...action }) => ({
        ...action,
        order,
        path: routes.find(({ id }) => id === route)?.path,
      })),
    )
    .filter(({ path, command }) => path !== undefined || command !== undefined)
    .toSorted((one, other) => one.order - other.order)
