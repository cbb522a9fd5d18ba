import { ApiError } from '@griot/contracts/errors'
import { stored } from '../stored.ts'
import type { SessionStore } from './session.ts'

const NAME = 'griot:person'
const person = stored(NAME, (value) => typeof value === 'string')

/** Whether the person who signed in last in this browser is the one of this page. */
export const isHere = (id: string | null) => person.read() === id

/** They go, from all tabs; the server knows it already, or is told by what comes next. */
export const leave = () => localStorage.removeItem(NAME)

/** What is unsaved on this page is not of whoever sits here now: they are not asked whether to stay with it. */
export const leaveUnasked = (go = () => window.location.reload()) => {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true, once: true })
  go()
}

/**
 * All tabs of a browser share one session, so they belong to one person: the one who signed in last. A tab of someone
 * else begins anew, because what it shows, plays and keeps is theirs; one whose person has left says so.
 */
export const keepToOnePerson = (session: SessionStore, beginAnew = () => leaveUnasked()) => {
  session.state.subscribe(() => {
    const state = session.state.get()
    if (state.status === 'signedIn') person.write(state.user.id)
    else if (state.status === 'signedOut') leave()
  })
  // Only other tabs are told.
  window.addEventListener('storage', ({ key }) => {
    if (key !== NAME) return
    const state = session.state.get()
    if (state.status !== 'signedIn' && state.status !== 'ended') return
    const other = person.read()
    if (other === null) session.noticeError(new ApiError(401, 'signed out in another tab'))
    else if (other !== state.user.id) beginAnew()
  })
}
