import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { episode, sampleId } from '../testing/samples.ts'
import { PreviewScreen } from './preview-screen.tsx'
import { PrivateLinks } from './private-links.tsx'

afterEach(() => vi.unstubAllGlobals())

const draft = { ...episode({ status: 'draft' }), hostName: 'Ada Obi' }
const audioUrl = `/api/media/${sampleId(10)}/stream?preview=abc`
const open = () => renderScreen(<PreviewScreen />, { path: '/preview/:token', at: '/preview/abc' })

describe('the page of a private link', () => {
  it('shows the draft and plays its audio', async () => {
    stubApi({ 'GET /api/episode-preview/abc': { ...draft, audioUrl, expiresAt: '2026-12-04T10:00:00Z' } })
    open()

    expect(await screen.findByRole('heading', { name: draft.title })).toBeVisible()
    expect(screen.getByText('Not published')).toBeVisible()
    expect(screen.getByLabelText(`Play ${draft.title}`)).toHaveAttribute('src', audioUrl)
  })

  it('leads to the page of an episode that is published by now', async () => {
    stubApi({
      'GET /api/episode-preview/abc': { ...draft, status: 'published', audioUrl, expiresAt: '2026-12-04T10:00:00Z' },
    })
    open()

    expect(await screen.findByRole('link', { name: `Open ${draft.title}` })).toHaveAttribute(
      'href',
      `/episode/${draft.id}`,
    )
  })

  it('states why a link cannot be opened', async () => {
    stubApi({ 'GET /api/episode-preview/abc': () => failure(409, 'This private link has expired or was withdrawn.') })
    open()

    expect(await screen.findByText('This private link has expired or was withdrawn.')).toBeVisible()
  })
})

describe('the private links of a draft', () => {
  it('are created, shown once and revoked', async () => {
    const path = `/api/episode/${draft.id}/previews`
    const links: object[] = []
    const link = {
      id: sampleId(60),
      creatorName: 'Ada Obi',
      createdAt: '2026-11-26T10:00:00Z',
      expiresAt: '2026-12-03T10:00:00Z',
    }
    stubApi({
      [`GET ${path}`]: () => links,
      [`POST ${path}`]: () => {
        links.push(link)
        return { ...link, link: '/preview/abc' }
      },
      [`DELETE ${path}/${link.id}`]: () => {
        links.pop()
        return { id: link.id }
      },
    })
    renderScreen(<PrivateLinks episode={draft} />)

    expect(await screen.findByText('This episode has no private link.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Create a private link' }))
    expect(await screen.findByText(/\/preview\/abc$/)).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: /^Revoke the link created/ }))
    expect(await screen.findByText('This episode has no private link.')).toBeVisible()
  })
})
