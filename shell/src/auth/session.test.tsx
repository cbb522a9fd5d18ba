import { ApiError } from '@griot/contracts/errors'
import { signInPath } from '@griot/contracts/user'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSession } from './session.ts'

const USER = {
  id: '0192f0c1-0000-7000-8000-000000000001',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Obi',
  points: 120,
  level: 2,
  roles: [],
}

const answer = (status: number, body: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(body), { status })),
  )

afterEach(() => vi.unstubAllGlobals())

describe('the session', () => {
  it('is loading until the response, then signed in', async () => {
    answer(200, USER)
    const session = createSession()
    expect(session.state.get().status).toBe('loading')

    await session.load()
    expect(session.state.get()).toEqual({ status: 'signedIn', user: USER })
    expect(session.user.get()?.firstName).toBe('Ada')
  })

  it('is signed out on 401, and failed on other errors', async () => {
    const session = createSession()
    answer(401, { code: 'session.missing', message: 'Please sign in.', requestId: '1' })
    await session.load()
    expect(session.state.get().status).toBe('signedOut')

    answer(503, {})
    await session.load()
    expect(session.state.get().status).toBe('failed')
  })

  it('ends when a later request returns 401, not on other errors', async () => {
    answer(200, USER)
    const session = createSession()
    await session.load()

    session.noticeError(new ApiError(403, 'no'))
    expect(session.state.get().status).toBe('signedIn')
    session.noticeError(new ApiError(401, 'no'))
    expect(session.state.get()).toEqual({ status: 'ended', user: USER })
    expect(session.user.get()).toBeNull()
  })

  it('ends on a 401 that is an instance of a module’s own ApiError class', async () => {
    answer(200, USER)
    const session = createSession()
    await session.load()

    vi.resetModules()
    const { ApiError: FromModule } = await import('@griot/contracts/errors')
    expect(FromModule).not.toBe(ApiError)
    session.noticeError(new FromModule(401, 'no'))
    expect(session.state.get().status).toBe('ended')
  })
})

describe('signInPath', () => {
  it('returns to path, query and hash', () => {
    expect(signInPath({ pathname: '/episode/1', search: '?t=30', hash: '#notes' })).toBe(
      '/api/login?returnTo=%2Fepisode%2F1%3Ft%3D30%23notes',
    )
  })
})
