import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { markStale } from './mark-stale.ts'

it('has what is shown asked for again, and once though several modules follow the same event', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const ask = vi.fn(async () => 'points')
  const other = vi.fn(async () => 'badges')
  const stops = Object.entries({ points: ask, badges: other }).map(([key, queryFn]) =>
    new QueryObserver(client, { queryKey: [key], queryFn }).subscribe(() => {}),
  )
  await vi.waitFor(() => expect(client.isFetching()).toBe(0), 10_000)

  const isPoints = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === 'points'
  await Promise.all([markStale(client, isPoints), markStale(client, isPoints)])

  expect([ask.mock.calls.length, other.mock.calls.length]).toEqual([2, 1])
  for (const stop of stops) stop()
})
