import { createTestShell } from '@griot/shell-sdk/testing/render-screen'
import { usePageTitle } from '@griot/ui/page-title'
import { render } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type ChosenUpload, newUpload } from './upload-state.ts'
import { createUploadStatus } from './upload-status.ts'

const upload = (key: string, { state = 'sending', sentBytes = 0 }: Partial<ChosenUpload> = {}): ChosenUpload => ({
  ...newUpload(key, new File(['x'.repeat(1000)], `${key}.mp3`), null),
  state,
  sentBytes,
})

function Page({ title }: { title: string }) {
  usePageTitle(title)
  return null
}

const setUp = () => {
  const { api } = createTestShell()
  const badges: unknown[] = []
  const nav = { ...api.nav, setBadge: (id: string, badge: unknown) => void badges.push([id, badge]) }
  return { badges, show: createUploadStatus({ nav }) }
}

describe('the status of uploads', () => {
  it('is in the title of each page and in the menu until the uploads end', async () => {
    const { badges, show } = setUp()
    const { rerender } = render(<Page title="Library" />)
    show([upload('chosen', { state: 'chosen' })])
    expect(document.title).toBe('Library · Griot')

    show([upload('a', { sentBytes: 500 }), upload('b', { state: 'waiting' })])
    expect(document.title).toBe('Uploading 2 files · 32 % – Library · Griot')
    rerender(<Page title="Points" />)
    await vi.waitFor(() => expect(document.title).toBe('Uploading 2 files · 32 % – Points · Griot'))

    show([])
    expect(document.title).toBe('Points · Griot')
    rerender(<Page title="Rewards" />)
    expect(document.title).toBe('Rewards · Griot')
    expect(badges).toEqual([
      ['studio.upload', '2 · 32 %'],
      ['studio.upload', null],
    ])
  })

  it('counts files that have arrived until all uploads end, and no canceled files', () => {
    const { show } = setUp()
    render(<Page title="Library" />)
    show([upload('a'), upload('b'), upload('c')])
    show([upload('b'), upload('c')])
    expect(document.title).toMatch(/^Uploading 2 files · 40 %/)
    show([upload('b'), upload('c', { state: 'chosen' })])
    expect(document.title).toMatch(/^Uploading 1 file · 55 %/)

    show([upload('c', { state: 'chosen' })])
    show([upload('c')])
    expect(document.title).toMatch(/^Uploading 1 file · 10 %/)
    show([])
  })

  it('states that all uploads are paused', () => {
    const { show } = setUp()
    render(<Page title="Library" />)
    show([upload('a', { state: 'paused' }), upload('b', { state: 'paused' })])
    expect(document.title).toMatch(/^Paused 2 files · 10 %/)
    show([])
  })
})
