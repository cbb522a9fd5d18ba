import { afterEach, describe, expect, it, vi } from 'vitest'
import { isLastUser, keepToOneUser, leaveWithoutPrompt } from './one-user.ts'
import { createSession } from './session.ts'
import { signOut } from './sign-out.ts'

const ADA = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Okoro',
  points: 120,
  level: 2,
  roles: [],
}
const BISI = '22222222-2222-4222-8222-222222222222'

describe('keepToOneUser', () => {
  afterEach(() => {
    localStorage.clear()
    vi.unstubAllGlobals()
  })

  it('reloads when another user signs in in another tab', async () => {
    const { reload, otherTabWrites } = await givenAda()
    otherTabWrites(ADA.id)
    expect(reload).not.toHaveBeenCalled()

    otherTabWrites(BISI)
    expect(reload).toHaveBeenCalledOnce()
  })

  it('ends the session when the user signs out in another tab, and reloads for the next user', async () => {
    const { session, reload, otherTabWrites } = await givenAda()
    otherTabWrites(null)
    expect(session.state.get().status).toBe('ended')

    otherTabWrites(BISI)
    expect(reload).toHaveBeenCalledOnce()
  })

  it('clears the browser when a signed-out user leaves the page, and reloads it from the back/forward cache', async () => {
    const reload = vi.fn()
    vi.stubGlobal('location', { assign: () => {}, reload })
    await givenAda()
    localStorage.setItem(`mfe:${ADA.id}:charts:note`, '"Ada was here"')
    await signOut()
    // The browser may still ask about unsaved changes, and the user may stay.
    expect(isLastUser(ADA.id)).toBe(true)

    window.dispatchEvent(new Event('pagehide'))
    expect(isLastUser(ADA.id)).toBe(false)
    expect({ ...localStorage }).toEqual({})
    window.dispatchEvent(new Event('pageshow'))
    expect(reload).toHaveBeenCalled()
  })

  it('does not ask about unsaved changes of another user', () => {
    const warn = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', warn)
    const leave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(leave()).toBe(false)

    const left = vi.fn(leave)
    leaveWithoutPrompt(left)
    expect(left).toHaveReturnedWith(true)
    removeEventListener('beforeunload', warn)
  })

  const givenAda = async () => {
    vi.stubGlobal('fetch', async () => Response.json(ADA))
    const session = createSession()
    const reload = vi.fn()
    keepToOneUser(session, reload)
    await session.load()
    expect(localStorage.getItem('griot:person')).toBe(JSON.stringify(ADA.id))
    const otherTabWrites = (id: string | null) => {
      if (id === null) localStorage.removeItem('griot:person')
      else localStorage.setItem('griot:person', JSON.stringify(id))
      window.dispatchEvent(new StorageEvent('storage', { key: 'griot:person' }))
    }
    return { session, reload, otherTabWrites }
  }
})
