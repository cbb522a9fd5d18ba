import { afterEach, describe, expect, it, vi } from 'vitest'
import { isHere, keepToOnePerson, leaveUnasked } from './one-person.ts'
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

describe('the tabs of a browser belong to one person', () => {
  afterEach(() => {
    localStorage.clear()
    vi.unstubAllGlobals()
  })

  it('begins anew when somebody else signs in beside it', async () => {
    const { beginAnew, otherTabWrites } = await givenAda()
    otherTabWrites(ADA.id)
    expect(beginAnew).not.toHaveBeenCalled()

    otherTabWrites(BISI)
    expect(beginAnew).toHaveBeenCalledOnce()
  })

  it('says so when the person has left, and begins anew for the next one', async () => {
    const { session, beginAnew, otherTabWrites } = await givenAda()
    otherTabWrites(null)
    expect(session.state.get().status).toBe('ended')

    otherTabWrites(BISI)
    expect(beginAnew).toHaveBeenCalledOnce()
  })

  it('lets who signs out go with the page, and shows it to nobody who comes back to it', async () => {
    const reload = vi.fn()
    vi.stubGlobal('location', { assign: () => {}, reload })
    await givenAda()
    localStorage.setItem(`mfe:${ADA.id}:charts:note`, '"Ada was here"')
    await signOut()
    // They may be asked whether to stay with what they write.
    expect(isHere(ADA.id)).toBe(true)

    window.dispatchEvent(new Event('pagehide'))
    expect(isHere(ADA.id)).toBe(false)
    expect({ ...localStorage }).toEqual({})
    window.dispatchEvent(new Event('pageshow'))
    expect(reload).toHaveBeenCalled()
  })

  it('asks nobody whether to stay with what somebody else has not saved', () => {
    const warn = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', warn)
    const leave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(leave()).toBe(false)

    const left = vi.fn(leave)
    leaveUnasked(left)
    expect(left).toHaveReturnedWith(true)
    removeEventListener('beforeunload', warn)
  })

  const givenAda = async () => {
    vi.stubGlobal('fetch', async () => Response.json(ADA))
    const session = createSession()
    const beginAnew = vi.fn()
    keepToOnePerson(session, beginAnew)
    await session.load()
    expect(localStorage.getItem('griot:person')).toBe(JSON.stringify(ADA.id))
    const otherTabWrites = (id: string | null) => {
      if (id === null) localStorage.removeItem('griot:person')
      else localStorage.setItem('griot:person', JSON.stringify(id))
      window.dispatchEvent(new StorageEvent('storage', { key: 'griot:person' }))
    }
    return { session, beginAnew, otherTabWrites }
  }
})
