import type { Contributions } from '@griot/contracts/modules'
import type { ComponentType } from 'react'
import type { DisposeReason, RemoteModuleV1, RouteProps, ShellApiV1, SlotId, SlotProps } from './contract.ts'
import { askAs } from './http.ts'

/** An instance that brings exactly the routes and slots that the module announces. */
interface InstanceOf<Announced extends Contributions> {
  routes: { readonly [Id in Announced['routes'][number]['id']]: ComponentType<RouteProps> }
  slots: { readonly [Slot in Announced['slots'][number]['slot'] & SlotId]: ComponentType<SlotProps[Slot]> }
  dispose?(why: DisposeReason): void
}

/**
 * The value that a remote's `module.tsx` exports. Name the announced contributions as the type, and a route or slot that
 * is announced but not brought does not compile: `defineModule<typeof contributes>({ setup: … })`. From `setup` on, what
 * the module asks through `@griot/shell-sdk/http` and `…/read` is asked in its name.
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
