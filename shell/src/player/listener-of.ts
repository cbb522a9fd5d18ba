import type { SessionStore } from '../auth/session.ts'

export type ListenerSession = Pick<SessionStore, 'user' | 'state'>

/** The id of the user who listens, also after the sign-in has expired and before the user signs in again. */
export const listenerOf = ({ user, state }: ListenerSession) => {
  const session = state.get()
  return (user.get() ?? (session.status === 'ended' ? session.user : null))?.id
}
