import { createStore } from '@griot/shell-sdk/store'
import { render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Session, SessionStore } from '../auth/session.ts'
import { prefetchLanding, SignedOut } from './signed-out.tsx'

const sessionIn = (state: Session): SessionStore => ({
  state: createStore(state),
  user: createStore(null),
  load: async () => undefined,
  noticeError: () => undefined,
})

beforeEach(() => localStorage.clear())

describe('the landing page on demand', () => {
  it('shows a loading message, then the page', async () => {
    render(<SignedOut session={sessionIn({ status: 'signedOut' })} />)
    expect(screen.getByRole('status')).toHaveTextContent('Loading Griot...')
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Stories worth hearing.')
  })

  it('stores for the next visit whether the user was signed in', () => {
    const session = sessionIn({ status: 'loading' })
    const state = session.state as ReturnType<typeof createStore<Session>>
    prefetchLanding(session)
    state.set({ status: 'signedOut' })
    expect(localStorage.getItem('griot:signed-in')).toBe('false')
    const user = { id: 'u', email: '', firstName: 'Ada', lastName: 'Obi', points: 0, level: 1, roles: [] }
    state.set({ status: 'signedIn', user })
    expect(localStorage.getItem('griot:signed-in')).toBe('true')
  })
})
