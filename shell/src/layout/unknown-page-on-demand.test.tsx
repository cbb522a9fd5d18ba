import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { UnknownPageOnDemand } from './unknown-page-on-demand.tsx'

it('offers a retry if the page for unknown addresses does not load', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi
    .fn()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(() => <h1>404</h1>)
  render(<UnknownPageOnDemand load={load} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))

  expect(await screen.findByRole('heading', { name: '404' })).toBeVisible()
})
