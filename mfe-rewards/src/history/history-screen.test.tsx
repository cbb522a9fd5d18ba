import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ledgerEntry, POINTS, RULES, sampleId, session } from '../testing/samples.ts'
import { HistoryScreen } from './history-screen.tsx'

const pageOf = (ids: number[], next?: string) =>
  Response.json(
    ids.map((id) => ledgerEntry({ id: sampleId(id), description: `Entry ${id}` })),
    { headers: next ? { link: `</api/user/me/points-history?limit=50&cursor=${next}>; rel="next"` } : {} },
  )

const FULL = {
  'GET /api/points/rules': RULES,
  'GET /api/user/me/points': POINTS,
  'GET /api/user/me/points-history?limit=50': () => pageOf([1, 2], 'more'),
  'GET /api/user/me/points-history?limit=50&cursor=more': () => pageOf([3]),
  'GET /api/user/me/points-history?limit=50&type=tip': () =>
    Response.json([
      ledgerEntry({ id: sampleId(4), type: 'tip', description: 'Pledged $5 to “The Long Table”', episodeId: null }),
    ]),
  'GET /api/user/me/listening-sessions': [
    session({
      pointsEarned: 0,
      completed: false,
      endedBy: 'silence',
      reasons: [
        {
          reason: 'capped_by_clock',
          points: 0,
          sentence: 'Only 120 of 400 seconds count: the session was no longer than that.',
        },
        {
          reason: 'already_credited',
          points: 0,
          sentence: 'You have already earned the points for all minutes of this episode.',
        },
      ],
    }),
  ],
}

afterEach(() => vi.unstubAllGlobals())

describe('the points history', () => {
  it('shows the whole ledger page by page', async () => {
    stubApi(FULL)
    renderScreen(<HistoryScreen />)
    const all = await screen.findByRole('region', { name: 'All entries' })
    expect(await within(all).findByText('Entry 2')).toBeVisible()
    await userEvent.click(within(all).getByRole('button', { name: 'Show more' }))
    expect(await within(all).findByText('Entry 3')).toBeVisible()
    expect(within(all).queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('filters by type, in the URL and in the download', async () => {
    stubApi(FULL)
    const { address } = renderScreen(<HistoryScreen />)
    const download = () => screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
    expect(download()).toBe('/api/user/me/points-history.csv')

    await userEvent.click(screen.getByRole('button', { name: 'Tips' }))
    expect(await screen.findByRole('link', { name: 'Pledged $5 to “The Long Table”' })).toHaveAttribute(
      'href',
      `/podcast/${sampleId(20)}`,
    )
    expect(screen.getByRole('button', { name: 'Tips' })).toHaveAttribute('aria-pressed', 'true')
    expect(address()).toBe('/?type=tip')
    expect(download()).toBe('/api/user/me/points-history.csv?type=tip')
  })

  it('explains sessions that earned less than expected', async () => {
    stubApi(FULL)
    renderScreen(<HistoryScreen />)
    const why = await screen.findByRole('region', { name: "Didn't get points?" })
    await waitFor(() =>
      expect(
        within(within(why).getByRole('list', { name: 'Why' }))
          .getAllByRole('listitem')
          .map((line) => line.textContent),
      ).toEqual([
        'Only 120 of 400 seconds count: the session was no longer than that.',
        'You have already earned the points for all minutes of this episode.',
        'The player lost its connection. Your time until then was counted.',
      ]),
    )
    expect(await within(why).findByText('Your own shows earn at most 100 points a day.')).toBeVisible()
  })

  it('names what failed, and retries all of it with one press', async () => {
    let isAway = true
    stubApi({
      'GET /api/user/me/points': POINTS,
      'GET /api/user/me/points-history?limit=50': () => (isAway ? failure(503, 'Not now.') : []),
      'GET /api/user/me/listening-sessions': () => (isAway ? failure(503, 'Not now.') : []),
    })
    renderScreen(<HistoryScreen />)
    const all = await screen.findByRole('region', { name: 'All entries' })
    expect(await within(all).findByText(/We could not load your history/)).toBeVisible()
    const why = screen.getByRole('region', { name: "Didn't get points?" })
    expect(await within(why).findByText(/We could not load your last sessions/)).toBeVisible()

    isAway = false
    await userEvent.click(within(all).getByRole('button', { name: 'Retry' }))
    expect(await within(all).findByText(/Start an episode to earn the first points/)).toBeVisible()
    expect(await within(why).findByText(/No sessions yet/)).toBeVisible()
  })
})
