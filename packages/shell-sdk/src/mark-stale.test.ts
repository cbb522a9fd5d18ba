import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { markStale } from './mark-stale.ts'

it('refetches a query once, even if several modules invalidate it', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const fetchPoints = vi.fn(async () => 'points')
  const fetchBadges = vi.fn(async () => 'badges')
  const stops = Object.entries({ points: fetchPoints, badges: fetchBadges }).map(([key, queryFn]) =>
    new QueryObserver(client, { queryKey: [key], queryFn }).subscribe(() => {}),
  )
  await vi.waitFor(() => expect(client.isFetching()).toBe(0), 10_000)

  const isPoints = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === 'points'
  await Promise.all([markStale(client, [isPoints]), markStale(client, [isPoints])])

  expect([fetchPoints.mock.calls.length, fetchBadges.mock.calls.length]).toEqual([2, 1])
  for (const stop of stops) stop()
})
