import { createStore } from '@griot/shell-sdk/store'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Session, SessionStore } from '../auth/session.ts'
import { fetchLandingBeside, LandingOnDemand } from './landing-on-demand.tsx'

const sessionThat = (state: Session): SessionStore => ({
  state: createStore(state),
  user: createStore(null),
  load: async () => undefined,
  noticeError: () => undefined,
})

beforeEach(() => localStorage.clear())

describe('the landing page on demand', () => {
  it('says that it is loading, and then is there', async () => {
    render(
      <MemoryRouter>
        <LandingOnDemand />
      </MemoryRouter>,
    )
    expect(screen.getByRole('status')).toHaveTextContent('Loading Griot...')
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Stories worth hearing.')
  })

  it('remembers for the next visit whether somebody was signed in', () => {
    const session = sessionThat({ status: 'loading' })
    const state = session.state as ReturnType<typeof createStore<Session>>
    fetchLandingBeside(session)
    state.set({ status: 'signedOut' })
    expect(localStorage.getItem('griot:signed-in')).toBe('false')
    const user = { id: 'u', email: '', firstName: 'Ada', lastName: 'Obi', points: 0, level: 1, roles: [] }
    state.set({ status: 'signedIn', user })
    expect(localStorage.getItem('griot:signed-in')).toBe('true')
  })
})
