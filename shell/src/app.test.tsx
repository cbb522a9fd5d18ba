import { createStore, type WritableStore } from '@griot/shell-sdk/store'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from './app.tsx'
import type { Session } from './auth/session.ts'
import { UnknownPage } from './layout/unknown-page.tsx'
import { ModulesProvider } from './modules/modules-context.ts'
import { createTestModules } from './modules/testing/test-modules.ts'
import { applyTheme } from './theme.ts'

const USER = {
  id: '0192f0c1-0000-7000-8000-000000000001',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Obi',
  points: 120,
  level: 2,
  roles: [],
}

const open = (path: string, first: Session) => {
  const state: WritableStore<Session> = createStore(first)
  const load = vi.fn(async () => undefined)
  const session = { state, user: createStore(null), load, noticeError: () => undefined }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[path]}>
        <ModulesProvider value={createTestModules()}>
          <App session={session}>
            <Routes>
              {['/', '/discover', '/admin'].map((known) => (
                <Route key={known} path={known} element={<h1>The page at {known}</h1>} />
              ))}
              <Route path="*" element={<UnknownPage />} />
            </Routes>
          </App>
        </ModulesProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { load, become: (session: Session) => act(() => state.set(session)) }
}

const signedIn: Session = { status: 'signedIn', user: USER }
const sidebar = () => within(screen.getByRole('complementary'))
const bottomBar = () => {
  const [, bar] = screen.getAllByRole('navigation', { name: 'Main' })
  if (!bar) throw new Error('There is no bottom bar')
  return within(bar)
}

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn())
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify({ totalPoints: 1240, level: 13, levelName: 'Audio Mogul' }))),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

describe('before the session is known', () => {
  it('shows that it is loading', () => {
    open('/', { status: 'loading' })
    expect(screen.getByRole('status')).toHaveTextContent('Loading Griot...')
  })

  it('offers a retry when the request fails', async () => {
    const { load } = open('/', { status: 'failed' })
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(load).toHaveBeenCalledOnce()
  })
})

describe('signed out', () => {
  it.each(['/', '/library', '/episode/7?t=30', '/nowhere'])(
    'shows the landing page at %s and keeps the path',
    async (path) => {
      history.replaceState(null, '', path)
      open(path, { status: 'signedOut' })
      expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Stories worth hearing.')
      const href = `/api/login?returnTo=${encodeURIComponent(path)}`
      expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', href)
      expect(screen.getByRole('link', { name: 'Start Listening' })).toHaveAttribute('href', href)
    },
  )

  it('labels figures and testimonials as samples', async () => {
    open('/', { status: 'signedOut' })
    expect(await screen.findByText(/^Sample figures/)).toBeVisible()
    expect(screen.getByText(/^Sample voices/)).toBeVisible()
    expect(document.querySelectorAll('blockquote')).toHaveLength(3)
  })
})

describe('signed in', () => {
  it('shows all seven entries, the user, the points and the sign-out link', async () => {
    open('/discover', signedIn)
    const places = sidebar()
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
    expect(places).toEqual(
      expect.arrayContaining([
        ['Discover', '/discover'],
        ['Home', '/'],
        ['Library', '/library'],
        ['Rewards', '/rewards'],
        ['Upload', '/upload'],
        ['Points', '/points'],
        ['Admin', '/admin'],
        ['Sign Out', '/api/logout'],
      ]),
    )
    expect(sidebar().getByText('Ada Obi')).toBeVisible()
    expect(await sidebar().findByText('1,240')).toBeVisible()
    expect(sidebar().getByText('Level 13')).toBeVisible()
    expect(sidebar().getByRole('link', { name: 'Discover' })).toHaveAttribute('aria-current', 'page')
    expect(sidebar().getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current')
  })

  it('navigates to a page and focuses its start', async () => {
    open('/', signedIn)
    await userEvent.click(sidebar().getByRole('link', { name: 'Discover' }))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The page at /discover')
    expect(screen.getByRole('main')).toHaveFocus()
  })

  it('shows that the connection is lost, until it is back', () => {
    open('/', signedIn)
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(screen.getByText(/^You are offline/)).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The page at /')

    isOnline.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(screen.queryByText(/^You are offline/)).toBeNull()
    isOnline.mockRestore()
  })

  it('opens the other entries with More on a phone', async () => {
    open('/', signedIn)
    const more = screen.getByRole('button', { name: 'More' })
    expect(bottomBar().queryByRole('link', { name: 'Admin' })).toBeNull()

    await userEvent.click(more)
    expect(more).toHaveAttribute('aria-expanded', 'true')
    expect(await bottomBar().findByRole('link', { name: 'Upload' })).toHaveFocus()
    for (const name of ['Points', 'Upload', 'Admin', 'Sign Out']) {
      expect(bottomBar().getByRole('link', { name })).toBeVisible()
    }
    await userEvent.keyboard('{Escape}')
    expect(more).toHaveAttribute('aria-expanded', 'false')
    expect(more).toHaveFocus()

    await userEvent.click(more)
    await userEvent.click(bottomBar().getByRole('link', { name: 'Admin' }))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The page at /admin')
    expect(more).toHaveAttribute('aria-expanded', 'false')
  })

  it('closes More when the focus leaves the bottom bar', async () => {
    open('/', signedIn)
    const more = screen.getByRole('button', { name: 'More' })
    await userEvent.click(more)
    await userEvent.tab()
    expect(bottomBar().getByRole('link', { name: 'Points' })).toHaveFocus()
    expect(more).toHaveAttribute('aria-expanded', 'true')

    act(() => sidebar().getByRole('link', { name: 'Discover' }).focus())
    expect(more).toHaveAttribute('aria-expanded', 'false')
    expect(sidebar().getByRole('link', { name: 'Discover' })).toHaveFocus()
  })

  it('redirects /home to /', () => {
    open('/home', signedIn)
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The page at /')
  })

  it('shows 404 at an unknown path', () => {
    open('/nowhere', signedIn)
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('404 Page Not Found')
  })

  it('keeps the page when the session ends, with a sign-in link', () => {
    const { become } = open('/discover', signedIn)
    become({ status: 'ended', user: USER })
    expect(screen.getByRole('alert')).toHaveTextContent('Your session has ended')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The page at /discover')
    expect(sidebar().getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/api/login?returnTo=%2Fdiscover')
  })
})

describe('the theme', () => {
  it('is chosen, stored and reset to the system theme', async () => {
    open('/', signedIn)
    await userEvent.click(await sidebar().findByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset.theme).toBe('dark')

    delete document.documentElement.dataset.theme
    applyTheme()
    expect(document.documentElement.dataset.theme).toBe('dark')
    await userEvent.click(sidebar().getByRole('radio', { name: 'Use system theme' }))
    expect(document.documentElement.dataset.theme).toBeUndefined()
  })
})
