import { call } from '@griot/contracts/client'
import { ApiError } from '@griot/contracts/errors'
import { GetUser, type User } from '@griot/contracts/user'
import { createStore, type Store } from '@griot/shell-sdk/store'

export type Session =
  | { status: 'loading' }
  | { status: 'signedOut' }
  /** We could not even ask. */
  | { status: 'failed' }
  | { status: 'signedIn'; user: User }
  /** It ended while the page was open: the page stays, with a way back in. */
  | { status: 'ended'; user: User }

export interface SessionStore {
  state: Store<Session>
  /** The signed-in person; null while loading, signed out or ended. */
  user: Store<User | null>
  load(): Promise<void>
  /** Every failed call is shown to it: a 401 means that the session is over. */
  noticeError(error: unknown): void
}

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401

export const createSession = (): SessionStore => {
  const state = createStore<Session>({ status: 'loading' })
  const user = createStore<User | null>(null)

  const become = (session: Session) => {
    user.set(session.status === 'signedIn' ? session.user : null)
    state.set(session)
  }

  return {
    state,
    user,
    load: async () => {
      become({ status: 'loading' })
      try {
        // In nobody's name: the page has begun to ask for it, and with other headers it would be asked for twice.
        become({ status: 'signedIn', user: await call(GetUser, {}) })
      } catch (error) {
        become({ status: isUnauthorized(error) ? 'signedOut' : 'failed' })
      }
    },
    noticeError: (error) => {
      const session = state.get()
      if (isUnauthorized(error) && session.status === 'signedIn') become({ status: 'ended', user: session.user })
    },
  }
}
