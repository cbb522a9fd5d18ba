import type { Endpoint } from '@griot/contracts/endpoint'
import type { Caller } from '../identity/identity.ts'
import type { Context } from './context.ts'
import { forbidden } from './errors.ts'

// The identity token identifies the caller. User ids in a path or a body are only compared with it.

/** `/api/user/:id/…` serves only the caller; `me` is an alias. */
export const requireOwnId = ({ path }: Endpoint, context: Context) => {
  if (!path.startsWith('/api/user/:')) return
  const { user } = context.state
  const { id } = context.params as { id: string }
  if (user === null) return
  if (id !== 'me' && id.toLowerCase() !== user.id) throw forbidden('user', 'You can only see your own data.')
  context.params.id = user.id
}

/** A body may name only the caller as its user or sender. */
export const requireOwnBody = (user: Caller | null, body: unknown) => {
  const named = (body ?? {}) as Record<string, unknown>
  for (const id of [named.userId, named.senderId]) {
    if ((id ?? 'me') !== 'me' && String(id).toLowerCase() !== user?.id) {
      throw forbidden('user', 'You can only do this in your own account.')
    }
  }
}
