import type { Contributions } from '@griot/contracts/modules'
import type { RemoteInstanceV1, RemoteModuleV1 } from '@griot/shell-sdk/contract'

/** A container can answer an empty module after a failure; only what keeps the contract may be set up. */
export const isRemoteModule = (exposed: unknown): exposed is RemoteModuleV1 => {
  const { contract, setup } = (exposed ?? {}) as Partial<RemoteModuleV1>
  return contract === 1 && typeof setup === 'function'
}

/** Throws when the module announces a page, slot or command that its instance does not bring. */
export const refuseMissing = (
  announced: Contributions,
  { routes = {}, slots = {}, commands = {} }: RemoteInstanceV1,
) => {
  const missing = [
    ...announced.routes.filter(({ id }) => !routes[id]).map(({ id }) => id),
    ...announced.slots.filter(({ slot }) => !Object.hasOwn(slots, slot)).map(({ id }) => id),
    ...(announced.commands ?? []).filter(({ id }) => !commands[id]).map(({ id }) => id),
  ]
  if (missing.length > 0) throw new Error(`Announced but not brought: ${missing.join(', ')}`)
}
