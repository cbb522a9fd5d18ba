import type { Endpoint } from '@griot/contracts/endpoint'
import { UserParams } from '@griot/contracts/values'
import type { Context } from './context.ts'
import { forbidden } from './errors.ts'
import type { Caller } from './identity.ts'

// The session says who is calling. An id of the caller's in a path or a body is checked, never believed.

const OWN = '/api/user/:'

/** The path has one parameter, and {@link useOwnId} has put the caller's id there. */
export const namesOnlyTheCaller = ({ access, path, params }: Endpoint) =>
  params === UserParams && access !== 'public' && path.startsWith(OWN)

/** `/api/user/:id/…` answers for oneself only; `me` is an alias. */
export const useOwnId = ({ path }: Endpoint, context: Context) => {
  if (!path.startsWith(OWN)) return
  const { user } = context.state
  const { id } = context.params as { id: string }
  if (user !== null && id !== 'me' && id.toLowerCase() !== user.id) {
    throw forbidden('user', 'You can only see what is yours.')
  }
  if (user !== null) context.params.id = user.id
}

const NAMES_OF_THE_CALLER = ['userId', 'senderId'] as const

/** A body may name the caller, and nobody else. */
export const refuseOtherPeople = (user: Caller | null, body: unknown) => {
  const named = (body ?? {}) as Record<string, unknown>
  for (const name of NAMES_OF_THE_CALLER) {
    const id = named[name] ?? 'me'
    if (id !== 'me' && String(id).toLowerCase() !== user?.id) {
      throw forbidden('user', 'You can only do this for yourself.')
    }
  }
}
