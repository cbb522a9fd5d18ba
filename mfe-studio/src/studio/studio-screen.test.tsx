import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubEventSource } from '../testing/browser.ts'
import { episode, mediaFile, podcast, sampleId, show } from '../testing/samples.ts'
import { ChooseShowScreen } from './choose-show-screen.tsx'
import { ShowScreen } from './show-screen.tsx'
import { StudioScreen } from './studio-screen.tsx'

const SHOWS = 'GET /api/studio/podcasts'
const MEDIA = 'GET /api/user/me/media'
const ID = sampleId(20)

beforeEach(() => {
  stubEventSource()
})
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('the list of shows', () => {
  it('shows the episodes and the state of each show', async () => {
    const empty = show({
      id: sampleId(21),
      title: 'Market Day',
      publishedCount: 0,
      unpublishedCount: 2,
      isListed: false,
    })
    stubApi({ [SHOWS]: [show(), empty], [MEDIA]: [mediaFile()] })
    renderScreen(<StudioScreen />)

    const [first, second] = await screen.findAllByRole('listitem')
    expect(within(first as HTMLElement).getByRole('link', { name: 'The Long Table' })).toHaveAttribute(
      'href',
      `/studio/${ID}`,
    )
    expect(first).toHaveTextContent('1 published episode')
    expect(first).toHaveTextContent('Live')
    expect(second).toHaveTextContent('0 published episodes · 2 not published')
    expect(second).toHaveTextContent('Not visible yet')
    expect(screen.getByRole('link', { name: 'New episode of Market Day' })).toHaveAttribute(
      'href',
      `/studio/${sampleId(21)}/new`,
    )
  })

  it('offers an analyst no new episode', async () => {
    const analyzed = show({ hostId: sampleId(2), role: 'analyst' })
    stubApi({ [SHOWS]: [analyzed], [MEDIA]: [mediaFile()] })
    const list = renderScreen(<StudioScreen />)
    expect(await screen.findByRole('link', { name: 'The Long Table' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'New episode of The Long Table' })).toBeNull()
    expect(await screen.findByRole('link', { name: 'Create your show' })).toBeVisible()
    list.unmount()
    renderScreen(<ChooseShowScreen />, { at: '/studio/new' })
    expect(await screen.findByText(/Create your show first/)).toBeVisible()
  })

  it('states why a show is hidden', async () => {
    const hidden = show({ isListed: false, hiddenReason: 'Copied.', publishedCount: 0, unpublishedCount: 2 })
    stubApi({ [SHOWS]: [hidden], [MEDIA]: [mediaFile()] })
    renderScreen(<StudioScreen />)
    expect(await screen.findByText('Hidden by the operators of this platform: Copied.')).toBeVisible()
    expect(screen.getByText('Hidden')).toBeVisible()
    expect(screen.getByText('2 episodes')).toBeVisible()
  })

  it('offers a retry after a failure', async () => {
    let isBroken = true
    stubApi({ [SHOWS]: () => (isBroken ? failure(500, 'Broken.') : [show()]), [MEDIA]: [] })
    renderScreen(<StudioScreen />)
    expect(await screen.findByText(/We could not load your shows/)).toBeVisible()
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('link', { name: 'The Long Table' })).toBeVisible()
  })

  it('creates the first show, and offers the next step', async () => {
    const created = show({ publishedCount: 0, isListed: false })
    const shows: unknown[] = []
    stubApi({
      [SHOWS]: () => shows,
      [MEDIA]: [],
      'POST /api/podcasts': () => {
        shows.push(created)
        return created
      },
    })
    const { address } = renderScreen(<StudioScreen />, { at: '/studio' })
    await userEvent.click(await screen.findByRole('link', { name: 'Create your first show' }))
    expect(address()).toBe('/studio?create=show')
    expect(await screen.findByLabelText('Host Name')).toHaveValue('Ada Obi')
    expect(screen.getByLabelText('Title')).toHaveFocus()
    expect(screen.getByRole('link', { name: 'Close' })).toHaveAttribute('href', '/studio')
    expect(screen.queryByRole('link', { name: 'Create your first show' })).toBeNull()
    await userEvent.type(screen.getByLabelText('Title'), created.title)
    await userEvent.type(screen.getByLabelText('Description'), created.description)
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Culture')
    await userEvent.click(screen.getByRole('button', { name: 'Create Podcast' }))

    const next = within(await screen.findByRole('region', { name: '“The Long Table” is created' }))
    expect(next.getByRole('link', { name: 'Make the first episode' })).toHaveAttribute('href', `/studio/${ID}/new`)
    await waitFor(() => expect(next.getByRole('link', { name: 'Make the first episode' })).toHaveFocus())
    expect(screen.queryByRole('button', { name: 'Create Podcast' })).toBeNull()
    await waitFor(() => expect(address()).toBe('/studio'))
    expect({ ...sessionStorage }).toEqual({})
    expect(next.getByRole('link', { name: 'Upload a recording' })).toHaveAttribute('href', '/upload')
    expect(await screen.findByRole('link', { name: 'The Long Table' })).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'New show' }))
    expect(await screen.findByRole('button', { name: 'Create Podcast' })).toBeVisible()
  })
})

describe('the first steps', () => {
  const steps = () => screen.findByRole('region', { name: 'Your first episode' })

  it('lead to each step, and name what is done', async () => {
    stubApi({ [SHOWS]: [show({ publishedCount: 0 })], [MEDIA]: [] })
    renderScreen(<StudioScreen />)
    const list = within(await steps())
    expect(list.getByText('Create your show (done)')).toBeVisible()
    expect(list.getByRole('link', { name: 'Upload a recording' })).toHaveAttribute('href', '/upload')
    expect(list.getByRole('link', { name: 'Make your first episode' })).toHaveAttribute('href', '/studio/new')
  })

  it('disappear when they are dismissed, and stay away', async () => {
    stubApi({ [SHOWS]: [], [MEDIA]: [] })
    const { unmount } = renderScreen(<StudioScreen />)
    await steps()
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss the steps' }))
    expect(screen.queryByRole('region', { name: 'Your first episode' })).toBeNull()
    unmount()

    renderScreen(<StudioScreen />)
    await screen.findByText('No shows yet')
    expect(screen.queryByRole('region', { name: 'Your first episode' })).toBeNull()
  })
})

describe('choosing the show of an episode', () => {
  const at = { at: `/studio/new?audio=${sampleId(10)}` }

  it('continues at once with the only show', async () => {
    stubApi({ [SHOWS]: [show()] })
    const { address } = renderScreen(<ChooseShowScreen />, at)
    await waitFor(() => expect(address()).toBe(`/studio/${ID}/new?audio=${sampleId(10)}`))
  })

  it('asks for one of several shows', async () => {
    stubApi({ [SHOWS]: [show(), show({ id: sampleId(21), title: 'Market Day' })] })
    renderScreen(<ChooseShowScreen />, at)
    expect(await screen.findByRole('link', { name: 'Choose Market Day' })).toHaveAttribute(
      'href',
      `/studio/${sampleId(21)}/new?audio=${sampleId(10)}`,
    )
  })

  it('creates a show first if there is none', async () => {
    stubApi({ [SHOWS]: [], [MEDIA]: [mediaFile()] })
    renderScreen(<ChooseShowScreen />, at)
    expect(await screen.findByText('An episode belongs to a show. Create your show first.')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Create Podcast' })).toBeVisible()
  })
})

describe('the page of a show', () => {
  const at = (tab = '') => ({ at: `/studio/${ID}${tab}`, path: '/studio/:id' })
  const full = { ...podcast(), episodeCount: 1 }
  const answers = {
    [`GET /api/podcast/${ID}`]: full,
    [`GET /api/podcast/${ID}/episodes`]: [episode(), episode({ id: sampleId(31), title: 'Bread', status: 'draft' })],
    [`GET /api/episode/${sampleId(31)}`]: episode({ id: sampleId(31), title: 'Bread', status: 'draft' }),
    [`GET /api/podcast/${ID}/distribution`]: {
      feedUrl: `https://griot.example/feeds/${ID}.xml`,
      isLocal: false,
      feedItems: 1,
      waitingItems: 0,
      hasOwnCover: true,
      privateFeeds: 0,
    },
    [MEDIA]: [mediaFile()],
  }

  it('lists all episodes, and edits one', async () => {
    const api = stubApi(answers)
    renderScreen(<ShowScreen />, at())
    expect(await screen.findByRole('link', { name: 'Salt and Memory' })).toBeVisible()
    expect(screen.getByText('Draft · no audio')).toBeVisible()
    expect(api.calls.map(({ path }) => path)).toContain(`/api/podcast/${ID}/episodes?include=unpublished&limit=50`)
    expect(screen.getByRole('link', { name: 'New episode' })).toHaveAttribute('href', `/studio/${ID}/new`)
    await userEvent.click(screen.getByRole('button', { name: 'Edit Bread' }))
    await screen.findByRole('button', { name: 'Save changes' })
    expect(within(screen.getByRole('dialog')).getByLabelText('Title')).toHaveValue('Bread')
  })

  it('keeps the tab in the address, and links to what exists', async () => {
    stubApi(answers)
    const { address } = renderScreen(<ShowScreen />, at())
    await userEvent.click(await screen.findByRole('tab', { name: 'Audience' }))
    expect(address()).toBe(`/studio/${ID}?tab=audience`)
    expect(screen.getByText(/So far the show has 3 listeners/)).toBeVisible()
    await userEvent.click(screen.getByRole('tab', { name: 'Distribution' }))
    expect(await screen.findByRole('button', { name: 'Copy the feed address' })).toBeVisible()
  })

  it('saves the settings', async () => {
    let saved = full
    const api = stubApi({
      ...answers,
      [`GET /api/podcast/${ID}`]: () => saved,
      [`PATCH /api/podcast/${ID}`]: () => {
        saved = { ...full, title: 'The Longer Table' }
        return saved
      },
    })
    renderScreen(<ShowScreen />, at('?tab=settings'))
    await userEvent.type(await screen.findByLabelText('Title'), '!')
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(api.callsOf('PATCH')[0]?.body).toMatchObject({ title: 'The Long Table!' }))
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue('The Longer Table'))
  })

  it('lets an editor change the show, and an analyst read it', async () => {
    const other = { ...full, hostId: sampleId(2) }
    const stubFor = (role: 'editor' | 'analyst') =>
      stubApi({
        ...answers,
        [`GET /api/podcast/${ID}`]: other,
        [`GET /api/podcast/${ID}/access`]: { role, mayRead: true, mayEdit: role === 'editor', mayManage: false },
        [`GET /api/podcast/${ID}/members`]: [],
        [`GET /api/podcast/${ID}/episodes`]: [episode({ hostId: sampleId(2), role })],
      })
    stubFor('editor')
    const { unmount } = renderScreen(<ShowScreen />, at())
    expect(await screen.findByRole('button', { name: 'Edit Salt and Memory' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'New episode' })).toBeVisible()
    unmount()

    stubFor('analyst')
    renderScreen(<ShowScreen />, at('?tab=settings'))
    await userEvent.click(await screen.findByRole('tab', { name: 'Episodes' }))
    expect(await screen.findByRole('link', { name: 'Salt and Memory' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Edit Salt and Memory' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'New episode' })).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: 'Settings' }))
    expect(screen.queryByLabelText('Title')).toBeNull()
  })

  it('is not found for another user, or for an unknown id', async () => {
    stubApi({ ...answers, [`GET /api/podcast/${ID}`]: { ...full, hostId: sampleId(2) } })
    const { unmount } = renderScreen(<ShowScreen />, at())
    expect(await screen.findByRole('heading', { name: 'Show Not Found' })).toBeVisible()
    unmount()

    stubApi({})
    renderScreen(<ShowScreen />, at())
    expect(await screen.findByRole('heading', { name: 'Show Not Found' })).toBeVisible()
  })
})
