import type { Contributions } from '@griot/contracts/modules'
import type { ComponentType } from 'react'
import type { Command, DisposeReason, RemoteModuleV1, RouteProps, ShellApiV1, SlotId, SlotProps } from './contract.ts'
import { askAs } from './http.ts'

/** Commands, exactly when the module announces some. */
type CommandsOf<Announced extends Contributions> = Announced extends {
  commands: readonly { id: infer Id extends string }[]
}
  ? { commands: { readonly [One in Id]: Command } }
  : object

/** An instance that brings exactly the routes and slots that the module announces. */
interface RoutesAndSlotsOf<Announced extends Contributions> {
  routes: { readonly [Id in Announced['routes'][number]['id']]: ComponentType<RouteProps> }
  slots: { readonly [Slot in Announced['slots'][number]['slot'] & SlotId]: ComponentType<SlotProps[Slot]> }
  dispose?(why: DisposeReason): void
}

type InstanceOf<Announced extends Contributions> = RoutesAndSlotsOf<Announced> & CommandsOf<Announced>

/**
 * The value that a remote's `module.tsx` exports. Name the announced contributions as the type, and a route, slot or
 * command that is announced but not brought does not compile: `defineModule<typeof contributes>({ setup: … })`. From
 * `setup` on, what the module asks through `@griot/shell-sdk/http` and `…/read` is asked in its name.
 */
export const defineModule = <Announced extends Contributions>(module: {
  setup(api: ShellApiV1): InstanceOf<Announced> | Promise<InstanceOf<Announced>>
}): RemoteModuleV1 => ({
  contract: 1,
  setup: (api) => {
    askAs(api)
    return module.setup(api)
  },
})
