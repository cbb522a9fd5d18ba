import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { episode, podcast, sampleId } from '../testing/samples.ts'
import { TipsScreen } from './tips-screen.tsx'

const TOTALS = 'GET /api/user/me/tips-received/totals'
const BY_DAY = 'GET /api/user/me/tips-received'
const NONE = { pledges: 0, pledgedCents: 0, payments: 0, paidCents: 0 }
const show = podcast({ title: 'The Long Table' })
const talk = episode({ podcastId: show.id, title: 'First talk' })
const titles = { 'GET /api/podcasts': [show], 'GET /api/episodes': [talk] }
const rows = [
  { ...NONE, day: '2026-03-04', podcastId: show.id, episodeId: talk.id, pledges: 2, pledgedCents: 1500 },
  { ...NONE, day: '2026-03-03', podcastId: show.id, episodeId: null, payments: 1, paidCents: 2500 },
  { ...NONE, day: '2026-03-02', podcastId: show.id, episodeId: sampleId(99), pledges: 1, pledgedCents: 100 },
]
const texts = async () => {
  const items = await screen.findAllByRole('listitem')
  return items.map((item) => item.textContent)
}

describe('the page of tips', () => {
  it('lists pledges and payments by day, with their sums', async () => {
    stubApi({ ...titles, [TOTALS]: { pledges: 3, pledgedCents: 1600, payments: 1, paidCents: 2500 }, [BY_DAY]: rows })
    renderScreen(<TipsScreen />)

    expect(await screen.findByText('3 pledges')).toBeVisible()
    const pledged = screen.getByText('Pledged').parentElement as HTMLElement
    expect(within(pledged).getByText('$16.00')).toBeVisible()
    expect(await screen.findByRole('link', { name: 'First talk' })).toHaveAttribute('href', `/episode/${talk.id}`)
    expect(await texts()).toEqual([
      'First talkMar 4, 2026 · The Long Table$15.00 pledged (2)',
      'The Long TableMar 3, 2026 · The whole show$25.00 paid (1)',
      'Deleted episodeMar 2, 2026 · The Long Table$1.00 pledged (1)',
    ])
    expect(screen.getByRole('link', { name: 'Download CSV' })).toHaveAttribute('href', '/api/user/me/tips-received.csv')
  })

  it('lists them by episode, as the address states', async () => {
    const api = stubApi({ ...titles, [TOTALS]: NONE, [BY_DAY]: [{ ...rows[0], day: null }] })
    renderScreen(<TipsScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'By episode' }))

    expect(await screen.findByRole('heading', { name: 'By episode' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'By episode' })).toHaveAttribute('aria-pressed', 'true')
    expect(await screen.findByText('$15.00 pledged (2)')).toBeVisible()
    expect(api.calls.map(({ path }) => path)).toEqual(expect.arrayContaining([expect.stringContaining('by=episode')]))
  })

  it('explains where tips come from while there are none', async () => {
    stubApi({ ...titles, [TOTALS]: NONE, [BY_DAY]: [] })
    renderScreen(<TipsScreen />)
    expect(await screen.findByText('No tips yet')).toBeVisible()
  })

  it('offers to load again after a failure', async () => {
    stubApi({ ...titles, [TOTALS]: failure(503, 'Down.'), [BY_DAY]: failure(503, 'Down.') })
    renderScreen(<TipsScreen />)
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
  })
})
