import { call } from '@griot/contracts/client'
import { ApiError } from '@griot/contracts/errors'
import { GetUser, type User } from '@griot/contracts/user'
import { createStore } from '@griot/shell-sdk/store'
import { natives } from '../natives.ts'

export type Session =
  | { status: 'loading' }
  | { status: 'signedOut' }
  /** The request for the user failed. */
  | { status: 'failed' }
  | { status: 'signedIn'; user: User }
  /** It ended while the page was open: the page stays, with a link to sign in again. */
  | { status: 'ended'; user: User }

export type SessionStore = ReturnType<typeof createSession>

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401

export const createSession = () => {
  const state = createStore<Session>({ status: 'loading' })
  const user = createStore<User | null>(null)

  const set = (session: Session) => {
    user.set(session.status === 'signedIn' ? session.user : null)
    state.set(session)
  }

  return {
    state,
    /** The signed-in user; null while loading, signed out or ended. */
    user,
    load: async () => {
      set({ status: 'loading' })
      try {
        // Without a header that names the shell: the page preloads this request, and other headers would send it twice.
        set({ status: 'signedIn', user: await call(GetUser, {}, { ask: natives().fetch }) })
      } catch (error) {
        set({ status: isUnauthorized(error) ? 'signedOut' : 'failed' })
      }
    },
    /** Ends the session if the error is a 401. Call it with every failed request. */
    noticeError: (error: unknown) => {
      const session = state.get()
      if (isUnauthorized(error) && session.status === 'signedIn') set({ status: 'ended', user: session.user })
    },
  }
}
