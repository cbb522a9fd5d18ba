import { GetPoints, type UserPoints } from '@griot/contracts/points'
import { read } from '@griot/shell-sdk/read'
import { ADA } from '@griot/shell-sdk/testing/render-screen'
import { stubApi } from '@griot/shell-sdk/testing/stub-api'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PENDING_POINTS, type PendingPoints } from './pending-points.tsx'
import { PointsChip, PointsMeter } from './points-meter.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const POINTS: Partial<UserPoints> = { totalPoints: 87, level: 1, levelName: 'Newcomer' }

const renderBoth = (points: Partial<UserPoints> = POINTS) => {
  let current = points
  stubApi({ 'GET /api/user/me/points': () => current })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const hear = (points: PendingPoints) => act(() => void client.setQueryData(PENDING_POINTS, points))
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <PointsChip user={ADA} />
        <PointsMeter user={ADA} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const credit = (next: Partial<UserPoints>) => {
    current = next
    return act(() => client.invalidateQueries(read(GetPoints, { params: { id: 'me' } })))
  }
  return { hear, credit }
}

describe('the points in the layout', () => {
  it('show pending points beside the balance, until they are credited', async () => {
    const { hear, credit } = renderBoth()
    await screen.findByRole('link', { name: '87 points, level 1' })
    hear({ pending: 3, total: 87 })
    expect(await screen.findByRole('link', { name: '87 and 3 pending points, level 1' })).toHaveTextContent('87 + 3')
    expect(screen.getByText('Newcomer').closest('a')).toHaveTextContent('87 + 3')

    await credit({ ...POINTS, totalPoints: 90 })
    expect(await screen.findByRole('link', { name: '90 points, level 1' })).toBeVisible()
  })

  it('never count a credit twice, whichever response arrives first', async () => {
    const { hear, credit } = renderBoth()
    await screen.findByRole('link', { name: '87 points, level 1' })
    hear({ pending: 2, total: 97 })
    expect(await screen.findByRole('link', { name: '87 and 12 pending points, level 1' })).toBeVisible()
    await credit({ ...POINTS, totalPoints: 97 })
    expect(await screen.findByRole('link', { name: '97 and 2 pending points, level 1' })).toBeVisible()
  })

  it('are not shown to a new person until the first one is earned', async () => {
    const { hear } = renderBoth({ ...POINTS, totalPoints: 0 })
    const meter = await screen.findByRole('link', { name: /^Level 1\s*Newcomer$/ })
    expect(screen.getAllByRole('link')).toEqual([meter])
    expect(screen.queryByRole('progressbar')).toBeNull()
    hear({ pending: 1, total: 0 })
    expect(await screen.findByRole('link', { name: '0 and 1 pending points, level 1' })).toBeVisible()
    expect(meter).toHaveTextContent('0 + 1')
  })

  it('show nothing to users who hide them', async () => {
    const { hear } = renderBoth({ ...POINTS, hidePoints: true })
    hear({ pending: 2, total: 97 })
    await vi.waitFor(() => expect(screen.queryAllByRole('link')).toEqual([]))
  })
})
