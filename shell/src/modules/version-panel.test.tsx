import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ModulesProvider } from './modules-context.ts'
import { createTestModules } from './testing/test-modules.ts'
import { VersionPanel } from './version-panel.tsx'

it('shows the text of a report that the browser does not copy', async () => {
  const write = vi
    .fn()
    .mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'))
    .mockResolvedValueOnce(undefined)
  vi.stubGlobal('navigator', { userAgent: 'a browser', clipboard: { writeText: write } })
  const assignment = { rev: 7, shell: '0.1.0-g00000001', productName: 'Griot' }
  render(
    <ModulesProvider value={createTestModules(assignment)}>
      <VersionPanel open onClose={() => {}} mayManage={false} />
    </ModulesProvider>,
  )

  fireEvent.click(screen.getByRole('button', { name: 'Copy for a report' }))
  expect(await screen.findByText(/did not allow the copy.* shell 0\.1\.0-g00000001, revision 7/)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Copy for a report' }))
  expect(await screen.findByText('Copied.')).toBeVisible()
})
