import type { Badge } from '@griot/contracts/points'
import type { ShellEvents } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import { ADA } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBus } from '../bus.ts'
import { createToasts } from '../toasts/toasts.tsx'
import { MissedEarned } from './missed-earned.tsx'

const BADGE = { id: 'first-steps', name: 'First Steps' } as Badge
const CHECK_BADGES = { 'POST /api/user/me/check-badges': { newBadges: [BADGE], newLevel: null } }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const renderFor = (user: typeof ADA | null = ADA) => {
  const events = createBus<ShellEvents>()
  const announced: (readonly Badge[])[] = []
  events.on('badges.earned', ({ badges }) => announced.push(badges))
  const toasts = createToasts()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <MissedEarned user={createStore<typeof ADA | null>(user)} events={events} toasts={toasts} />
    </QueryClientProvider>,
  )
  return { announced, toasts, client }
}

describe('missed badges and levels', () => {
  it('are announced when the page opens', async () => {
    stubApi({ ...CHECK_BADGES, 'GET /api/user/me/points': { hasNewBadges: true, hidePoints: false } })
    const { announced } = renderFor()
    await waitFor(() => expect(announced).toEqual([[BADGE]]))
  })

  it('announce a new level after the toast that is open', async () => {
    const api = stubApi({
      'POST /api/user/me/check-badges': { newBadges: [], newLevel: { level: 2, levelName: 'Regular Listener' } },
      'GET /api/user/me/points': { hasNewBadges: false, hasNewLevel: true, hidePoints: false },
    })
    const { announced, toasts, client } = renderFor()
    toasts.show({ title: 'Points Earned!' })
    const receipt = toasts.state.get()?.id ?? 0
    await waitFor(() => expect(api.callsOf('POST')).toHaveLength(1))
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(toasts.state.get()?.title).toBe('Points Earned!')

    toasts.dismiss(receipt)
    expect(toasts.state.get()).toMatchObject({ title: 'Level 2: Regular Listener', open: true })
    toasts.dismiss(toasts.state.get()?.id ?? 0)
    expect(toasts.state.get()).toMatchObject({ open: false })
    expect(announced).toEqual([])
  })

  it.each([
    ['there are none', { hasNewBadges: false, hasNewLevel: false, hidePoints: false }],
    ['points are hidden', { hasNewBadges: true, hasNewLevel: true, hidePoints: true }],
    ['the service is unavailable', () => failure(503, 'Not now.')],
  ])('are not requested when %s', async (_, points) => {
    const api = stubApi({ ...CHECK_BADGES, 'GET /api/user/me/points': points })
    const { client } = renderFor()
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(api.calls.map(({ method }) => method)).toEqual(['GET'])
  })

  it('are not requested when the user is signed out', () => {
    const api = stubApi({})
    renderFor(null)
    expect(api.calls).toEqual([])
  })
})
