import type { Contributions } from '@griot/contracts/modules'
import type { ComponentType } from 'react'
import type {
  Command,
  DeclaredSlotId,
  DeclaredSlots,
  DisposeReason,
  RemoteModuleV1,
  RoutePage,
  ShellApiV1,
  SlotContent,
  SlotId,
  SlotProps,
} from './contract.ts'
import { setHttp } from './http.ts'

/** The routes, slots and commands that the module declares. */
type InstanceOf<Declared extends Contributions> = {
  routes: { readonly [Id in Declared['routes'][number]['id']]: RoutePage }
  slots: {
    readonly [Slot in Declared['slots'][number]['slot'] & SlotId]: ComponentType<SlotProps[Slot]>
  } & {
    readonly [Slot in Declared['slots'][number]['slot'] & DeclaredSlotId]: SlotContent<DeclaredSlots[Slot]>
  }
  dispose?(why: DisposeReason): void
} & (Declared extends { commands: readonly { id: infer Id extends string }[] }
  ? { commands: { readonly [One in Id]: Command } }
  : object)

/**
 * The export of a remote's `module.tsx`. With the contributions as type parameter, `defineModule<typeof contributes>`, a
 * declared route, slot or command that `setup` does not return is a compile error. Calls of `@griot/shell-sdk/http` and
 * `…/read` name this module after `setup`.
 */
export const defineModule = <Declared extends Contributions>(module: {
  setup(api: ShellApiV1): InstanceOf<Declared> | Promise<InstanceOf<Declared>>
}): RemoteModuleV1 => ({
  contract: 1,
  setup: (api) => {
    setHttp(api)
    return module.setup(api)
  },
})
