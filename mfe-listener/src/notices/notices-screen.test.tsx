import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sampleId } from '../testing/samples.ts'
import { NoticesScreen } from './notices-screen.tsx'

const notice = (n: number, about: object = {}) => ({
  id: sampleId(n),
  title: 'Your show was hidden',
  text: '“Loud Kora” was hidden. Reason: A copied song.',
  link: '/podcast/1',
  createdAt: `2026-11-2${n}T10:00:00.000Z`,
  readAt: null,
  ...about,
})

afterEach(() => vi.unstubAllGlobals())

describe('the notices', () => {
  it('shows messages with their links, and marks them as read up to the newest', async () => {
    const read = notice(1, { title: 'We decided on your report', link: null, readAt: '2026-11-21T11:00:00.000Z' })
    const api = stubApi({ 'GET /api/notices': [notice(2), read], 'POST /api/notices/read': { count: 0 } })
    renderScreen(<NoticesScreen />)

    const [first, second] = await screen.findAllByRole('listitem')
    if (!first || !second) throw new Error('two rows expected')
    expect(within(first).getByRole('link', { name: 'Your show was hidden' })).toHaveAttribute('href', '/podcast/1')
    expect(within(first).getByText('New')).toBeVisible()
    expect(within(second).queryByText('New')).toBeNull()
    expect(within(second).queryByRole('link')).toBeNull()
    expect(api.callsOf('POST').map(({ body }) => body)).toEqual([{ until: '2026-11-22T10:00:00.000Z' }])
  })

  it('shows the empty and the failed state', async () => {
    stubApi({ 'GET /api/notices': [] })
    const empty = renderScreen(<NoticesScreen />)
    expect(await screen.findByText('No notices')).toBeVisible()
    empty.unmount()

    stubApi({ 'GET /api/notices': failure(503, 'Down.') })
    renderScreen(<NoticesScreen />)
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
  })
})
