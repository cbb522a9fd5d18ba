import type { Badge } from '@griot/contracts/points'
import type { ShellEvents } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import { ADA } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBus } from '../modules/bus.ts'
import { MissedBadges } from './missed-badges.tsx'

const BADGE = { id: 'first-steps', name: 'First Steps' } as Badge
const TOLD = { 'POST /api/user/me/check-badges': { newBadges: [BADGE] } }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const arrive = (user: typeof ADA | null = ADA) => {
  const events = createBus<ShellEvents>()
  const announced: (readonly Badge[])[] = []
  events.on('badges.earned', ({ badges }) => announced.push(badges))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <MissedBadges user={createStore<typeof ADA | null>(user)} events={events} />
    </QueryClientProvider>,
  )
  return { announced, client }
}

describe('badges that came while nobody looked', () => {
  it('are announced when the person comes back', async () => {
    stubApi({ ...TOLD, 'GET /api/user/me/points': { hasNewBadges: true, hidePoints: false } })
    const { announced } = arrive()
    await waitFor(() => expect(announced).toEqual([[BADGE]]))
  })

  it.each([
    ['there are none', { hasNewBadges: false, hidePoints: false }],
    ['points are hidden', { hasNewBadges: true, hidePoints: true }],
    ['the service is away', () => failure(503, 'Not now.')],
  ])('are not asked for when %s', async (_, points) => {
    const api = stubApi({ ...TOLD, 'GET /api/user/me/points': points })
    const { client } = arrive()
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(api.calls.map(({ method }) => method)).toEqual(['GET'])
  })

  it('are not asked for when nobody is signed in', () => {
    const api = stubApi({})
    arrive(null)
    expect(api.calls).toEqual([])
  })
})
