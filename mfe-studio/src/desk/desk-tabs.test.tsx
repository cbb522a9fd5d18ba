import { ADA, renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubEventSource } from '../testing/browser.ts'
import { AdminScreen } from './admin-screen.tsx'

beforeEach(() => void stubEventSource())
afterEach(() => vi.unstubAllGlobals())

const admin = { ...ADA, roles: ['admin' as const] }
const OWN = ['Podcasts', 'Episodes', 'Creators', 'Media']

const tabNames = async (label: string) => {
  const tabs = within(await screen.findByRole('tablist', { name: label })).getAllByRole('tab')
  return tabs.map((tab) => tab.textContent)
}

describe('the admin page', () => {
  it('shows the specified tabs and the queue to a creator, and no operations desk', async () => {
    stubApi({ 'GET /api/podcasts': [] })
    renderScreen(<AdminScreen />, { at: '/admin?tab=modules' })
    expect(await tabNames('Admin')).toEqual([...OWN, 'Queue'])
    expect(screen.queryByText('Operations')).toBeNull()
  })

  it('selects the tab of the address for an admin', async () => {
    stubApi({})
    renderScreen(<AdminScreen />, { at: '/admin?tab=modules', user: admin })
    expect(await screen.findByRole('tab', { name: 'Modules', selected: true })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Operations' })).toHaveAttribute('aria-current', 'true')
    expect(await screen.findByRole('link', { name: /^API documentation/ })).toHaveAttribute('href', '/api/docs')
  })

  it('selects a tab by the arrow keys and stores it in the address', async () => {
    stubApi({})
    const { address } = renderScreen(<AdminScreen />, { at: '/admin?tab=modules', user: admin })
    const modules = await screen.findByRole('tab', { name: 'Modules' })
    modules.focus()
    await userEvent.keyboard('{ArrowRight}')
    // The tab list moves the focus after the event.
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Audit log', selected: true })).toHaveFocus())
    expect(address()).toBe('/admin?tab=audit')
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() => expect(address()).toBe('/admin?tab=modules'))
  })

  it('shows an admin the specified tabs under “Your studio”', async () => {
    stubApi({ 'GET /api/podcasts': [], 'GET /api/user/me/media': [] })
    const { address } = renderScreen(<AdminScreen />, { at: '/admin?tab=modules', user: admin })
    await userEvent.click(await screen.findByRole('link', { name: 'Your studio' }))
    expect(await tabNames('Admin')).toEqual(OWN)
    expect(screen.getByRole('tab', { name: 'Podcasts', selected: true })).toBeVisible()
    await userEvent.click(screen.getByRole('tab', { name: 'Media' }))
    expect(address()).toBe('/admin?tab=media')
    await userEvent.click(screen.getByRole('tab', { name: 'Podcasts' }))
    expect(address()).toBe('/admin?tab=podcasts')
    await userEvent.click(screen.getByRole('link', { name: 'Operations' }))
    expect(address()).toBe('/admin')
  })
})
