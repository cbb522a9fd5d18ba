import type { Assignment } from '@griot/contracts/module-assignment'
import { createStore } from '@griot/shell-sdk/store'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ModulesProvider } from './modules-context.ts'
import { VersionPanel } from './version-panel.tsx'

it('shows the text of a report that the browser does not copy', async () => {
  const write = vi
    .fn()
    .mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'))
    .mockResolvedValueOnce(undefined)
  vi.stubGlobal('navigator', { userAgent: 'a browser', clipboard: { writeText: write } })
  const assignment: Assignment = { rev: 7, shell: '0.1.0-g00000001', productName: 'Griot', modules: {} }
  const registry = Object.assign(createStore(assignment), { refresh: async () => {}, watch: () => () => {} })
  const modules = {
    ...{ registry, hasUnsavedWork: createStore(false), isBlocked: createStore(false), failing: createStore([]) },
    ...{ loader: () => null, pageLeft: () => {}, startPreloaded: async () => {} },
  }
  render(
    <ModulesProvider value={modules}>
      <VersionPanel open onClose={() => {}} mayManage={false} />
    </ModulesProvider>,
  )

  fireEvent.click(screen.getByRole('button', { name: 'Copy for a report' }))
  expect(await screen.findByText(/did not allow the copy.* shell 0\.1\.0-g00000001, revision 7/)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Copy for a report' }))
  expect(await screen.findByText('Copied.')).toBeVisible()
})
