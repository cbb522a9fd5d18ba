import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AdminTabs } from '../admin/admin-tabs.tsx'
import { stubEventSource } from '../testing/browser.ts'
import { answers, at } from '../testing/given-episodes.ts'
import { episode, podcast, sampleId } from '../testing/samples.ts'

beforeEach(() => {
  stubEventSource()
})
afterEach(() => vi.unstubAllGlobals())

const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'More details' }))
}
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)

const known = podcast()
const full = {
  ...known,
  language: 'yo',
  people: [{ name: 'Efua', role: 'Narrator', group: 'Cast' }],
  license: 'cc-by-4.0',
}
const editShow = async (more: Record<string, unknown> = {}) => {
  const api = stubApi({
    'GET /api/podcasts': [known],
    [`GET /api/podcast/${known.id}`]: full,
    [`PATCH /api/podcast/${known.id}`]: known,
    ...more,
  })
  renderScreen(<AdminTabs />)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit The Long Table' }))
  await screen.findByRole('button', { name: 'Save changes' })
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'More details' }))
  await dialog.findByLabelText('Language')
  return { api, dialog, save: () => userEvent.click(dialog.getByRole('button', { name: 'Save changes' })) }
}

describe('the details of a show', () => {
  it('are collapsed, and the create form sends those that the creator filled in', async () => {
    const api = stubApi({ 'GET /api/podcasts': [], 'POST /api/podcasts': Response.json(known, { status: 201 }) })
    renderScreen(<AdminTabs />)
    await type('Title', 'The Long Table')
    await type('Description', 'Talks.')
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'culture')
    expect(screen.queryByLabelText('Language')).toBeNull()
    await open()
    expect(await screen.findByLabelText('Category in directories')).toHaveDisplayValue('Proposed: Society & Culture')
    await userEvent.selectOptions(screen.getByLabelText('Language'), 'Swahili')
    await userEvent.selectOptions(screen.getByLabelText('Category in directories'), 'Arts')
    await userEvent.selectOptions(screen.getByLabelText('Subcategory in directories'), 'Food')
    await userEvent.click(screen.getByRole('button', { name: 'Add a person' }))
    await type('Name', 'Kofi')
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Sound Designer (Audio Post-Production)')
    await userEvent.click(screen.getByRole('button', { name: 'Create Podcast' }))

    await waitFor(() => expect(api.callsOf('POST')).toHaveLength(1))
    expect(api.callsOf('POST')[0]?.body).toEqual({
      title: 'The Long Table',
      description: 'Talks.',
      hostName: 'Ada Obi',
      category: 'culture',
      kind: 'episodic',
      coverImage: null,
      language: 'sw',
      appleCategory: 'Arts',
      appleSubcategory: 'Food',
      people: [{ name: 'Kofi', role: 'Sound Designer', group: 'Audio Post-Production' }],
    })
  })

  it('are sent by an edit only if they changed', async () => {
    const { api, dialog, save } = await editShow()
    expect(dialog.getByLabelText('Language')).toHaveDisplayValue('Yoruba')
    expect(dialog.getByLabelText('Name')).toHaveValue('Efua')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove person 1' }))
    expect(dialog.getByRole('button', { name: 'Add a person' })).toHaveFocus()
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Explicit/ }))
    await save()

    await waitFor(() => expect(api.callsOf('PATCH')).toHaveLength(1))
    expect(api.callsOf('PATCH')[0]?.body).toEqual({
      title: 'The Long Table',
      description: 'Talks over dinner.',
      hostName: 'Ada Obi',
      category: 'culture',
      kind: 'episodic',
      coverImage: null,
      people: [],
      isExplicit: true,
    })
  })

  it('open to show an error, and keep the input', async () => {
    const { api, dialog, save } = await editShow()
    await userEvent.click(dialog.getByRole('button', { name: 'Add a link' }))
    await userEvent.type(dialog.getAllByLabelText('Address')[0] as HTMLElement, 'http://example.org')
    await userEvent.click(dialog.getByRole('button', { name: 'More details' }))
    expect(dialog.queryByLabelText('Language')).toBeNull()
    await save()

    expect(await dialog.findByText('Please enter an address that starts with https://.')).toBeVisible()
    expect(dialog.getByText('Please name the link.')).toBeVisible()
    expect(dialog.getByLabelText('Address')).toHaveValue('http://example.org')
    expect(api.callsOf('PATCH')).toEqual([])
  })

  it('request the address of an unknown license, and show the error of the server', async () => {
    const sentence = 'Please enter the address of this license.'
    const { dialog, save } = await editShow({
      [`PATCH /api/podcast/${known.id}`]: failure(400, sentence, { licenseUrl: sentence }),
    })
    expect(dialog.queryByLabelText('Address of the license')).toBeNull()
    await userEvent.clear(dialog.getByLabelText('License'))
    await userEvent.type(dialog.getByLabelText('License'), 'ours')
    expect(dialog.getByLabelText('Address of the license')).toBeVisible()
    await save()
    expect(await dialog.findByText(sentence)).toBeVisible()
  })
})

describe('the details of an episode', () => {
  const one = episode({ id: sampleId(40), audioFileId: sampleId(10) })
  const edit = async (details: object = {}) => {
    const api = stubApi(
      answers({
        'GET /api/episodes': [one],
        [`GET /api/episode/${one.id}`]: { ...one, guid: one.id, isGuidFixed: true, people: null, ...details },
        [`PATCH /api/episode/${one.id}`]: one,
      }),
    )
    renderScreen(<AdminTabs />, at)
    await userEvent.click(await screen.findByRole('button', { name: `Edit ${one.title}` }))
    await screen.findByRole('button', { name: 'Save changes' })
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'More details' }))
    await dialog.findByLabelText('Season')
    return { api, dialog, save: () => userEvent.click(dialog.getByRole('button', { name: 'Save changes' })) }
  }

  it('are sent by an edit only if they changed', async () => {
    const { api, dialog, save } = await edit({ season: 2 })
    expect(dialog.getByLabelText('Season')).toHaveValue(2)
    expect(dialog.getByLabelText('Identifier in feeds')).toHaveAttribute('readonly')
    await userEvent.selectOptions(dialog.getByLabelText('Kind of episode'), 'bonus')
    await userEvent.selectOptions(dialog.getByLabelText('Explicit'), 'Yes')
    await userEvent.clear(dialog.getByLabelText('Season'))
    await userEvent.click(dialog.getByRole('checkbox', { name: /^It has a number/ }))
    expect(dialog.queryByLabelText('Episode Number')).toBeNull()
    await save()

    await waitFor(() => expect(api.callsOf('PATCH')).toHaveLength(1))
    expect(api.callsOf('PATCH')[0]?.body).toEqual({
      title: one.title,
      description: one.description,
      episodeNumber: null,
      season: null,
      kind: 'bonus',
      isExplicit: true,
    })
  })

  it('contain a release date in the past and people of the episode', async () => {
    const { api, dialog, save } = await edit({ isGuidFixed: false })
    await userEvent.type(dialog.getByLabelText('Release date'), '2020-02-03T08:00')
    await userEvent.click(dialog.getByRole('checkbox', { name: /^It has people of its own/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Add a person' }))
    await userEvent.type(dialog.getByLabelText('Name'), 'Efua')
    await userEvent.clear(dialog.getByLabelText('Identifier in feeds'))
    await userEvent.type(dialog.getByLabelText('Identifier in feeds'), 'old-12')
    await save()

    await waitFor(() => expect(api.callsOf('PATCH')).toHaveLength(1))
    expect(api.callsOf('PATCH')[0]?.body).toMatchObject({
      releaseDate: new Date('2020-02-03T08:00').toISOString(),
      people: [{ name: 'Efua', role: 'Host', group: 'Cast' }],
      guid: 'old-12',
    })
  })

  it('warn about a number that another episode of the season has, and accept it', async () => {
    const { api, dialog, save } = await edit()
    await userEvent.clear(dialog.getByLabelText('Episode Number'))
    await userEvent.type(dialog.getByLabelText('Episode Number'), '7')
    expect(dialog.getByText(/has the same number. You can still use it./)).toBeVisible()
    await userEvent.type(dialog.getByLabelText('Season'), '3')
    expect(dialog.queryByText(/has the same number/)).toBeNull()
    await save()
    await waitFor(() => expect(api.callsOf('PATCH')[0]?.body).toMatchObject({ episodeNumber: 7, season: 3 }))
  })
})
