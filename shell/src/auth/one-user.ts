import { ApiError } from '@griot/contracts/errors'
import { createStoredValue } from '../storage/stored-value.ts'
import type { SessionStore } from './session.ts'

const KEY = 'griot:person'
const lastUser = createStoredValue(KEY, (value) => typeof value === 'string')

/** Whether this user was the last to sign in in this browser. */
export const isLastUser = (id: string | null) => lastUser.read() === id

export const forgetLastUser = () => lastUser.remove()

/** Leaves the page without the browser's question about unsaved changes: they belong to another user. */
export const leaveWithoutPrompt = (leave = () => window.location.reload()) => {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true, once: true })
  leave()
}

/**
 * All tabs of a browser share one session cookie. When another user signs in, a tab reloads, because its contents belong to
 * the previous user. When the user signs out elsewhere, the tab shows that the session has ended.
 */
export const keepToOneUser = (session: SessionStore, reload = () => leaveWithoutPrompt()) => {
  session.state.subscribe(() => {
    const state = session.state.get()
    if (state.status === 'signedIn') lastUser.write(state.user.id)
    else if (state.status === 'signedOut') forgetLastUser()
  })
  // Browsers send this event to the other tabs only.
  window.addEventListener('storage', ({ key }) => {
    if (key !== KEY) return
    const state = session.state.get()
    if (state.status !== 'signedIn' && state.status !== 'ended') return
    const userId = lastUser.read()
    if (userId === null) session.noticeError(new ApiError(401, 'signed out in another tab'))
    else if (userId !== state.user.id) reload()
  })
}
