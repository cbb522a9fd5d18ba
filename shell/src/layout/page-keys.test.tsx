import { isSearchRequest } from '@griot/shell-sdk/search-request'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PageKeys } from './page-keys.tsx'

function Page() {
  const { pathname, search, state } = useLocation()
  return (
    <>
      <output>{`${pathname}${search} ${isSearchRequest(state)}`}</output>
      <PageKeys user={null} />
      <input aria-label="Title" />
      <div role="dialog">
        <button type="button">Close</button>
      </div>
    </>
  )
}

const open = (path: string) => {
  render(
    <MemoryRouter initialEntries={[path]}>
      <Page />
    </MemoryRouter>,
  )
  return () => screen.getByRole('status').textContent
}

afterEach(() => localStorage.clear())

describe('the key "/"', () => {
  it.each([
    ['/rewards', '/discover true'],
    ['/discover?q=salt', '/discover?q=salt true'],
  ])('opens the search from %s', (path, expected) => {
    const address = open(path)
    fireEvent.keyDown(document.body, { key: '/' })
    expect(address()).toBe(expected)
  })

  it('is typed into fields, and ignored in dialogs and with other keys', () => {
    const address = open('/rewards')
    fireEvent.keyDown(screen.getByLabelText('Title'), { key: '/' })
    fireEvent.keyDown(screen.getByRole('button', { name: 'Close' }), { key: '/' })
    fireEvent.keyDown(document.body, { key: '/', ctrlKey: true })
    fireEvent.keyDown(document.body, { key: 'x' })
    expect(address()).toBe('/rewards false')
  })

  it('does nothing if shortcuts are off', () => {
    localStorage.setItem('griot:playing', JSON.stringify({ autoplay: true, shortcuts: false }))
    const address = open('/rewards')
    fireEvent.keyDown(document.body, { key: '/' })
    expect(address()).toBe('/rewards false')
  })
})

describe('the key "?"', () => {
  it('opens the list of shortcuts, but not from a field', async () => {
    open('/rewards')
    fireEvent.keyDown(screen.getByLabelText('Title'), { key: '?', shiftKey: true })
    await act(() => vi.dynamicImportSettled())
    expect(screen.queryByText('Play or pause')).toBeNull()
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true })
    expect(await screen.findByText('Play or pause')).toBeVisible()
  })
})
