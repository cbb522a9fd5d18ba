import { act, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ModuleBoundary } from './module-boundary.tsx'
import { mountedViews } from './mounted-views.ts'
import { ViewGuard } from './view-guard.tsx'

describe('the view of a module', () => {
  it('pauses, resumes and fails without the view around it', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const onCrash = vi.fn(() => 'panel' as const)
    const view = (module: string, isPage: boolean, children: React.ReactNode) => (
      <ModuleBoundary onCrash={onCrash} panel={() => <p>{module} failed</p>}>
        <ViewGuard {...{ module, isPage }} version="1" onMount={() => {}}>
          {children}
        </ViewGuard>
      </ModuleBoundary>
    )
    const section = view('charts', false, <p>a section</p>)
    const { unmount } = render(
      view(
        'listener',
        true,
        <>
          <p>a page</p>
          {section}
        </>,
      ),
    )
    const find = (module: string) => mountedViews.find((one) => one.module === module)
    expect([find('listener')?.depth, find('charts')?.depth]).toEqual([0, 1])

    act(() => find('charts')?.become('paused'))
    expect(screen.queryByText('a section')).toBeNull()
    act(() => find('charts')?.become('running'))
    expect(screen.getByText('a section')).toBeVisible()
    act(() => find('charts')?.become('paused'))
    act(() => find('charts')?.become('looping'))

    expect(screen.getByText('charts failed')).toBeVisible()
    expect(screen.getByText('a page')).toBeVisible()
    expect(onCrash).toHaveBeenCalledTimes(1)
    expect(mountedViews.map(({ module }) => module)).toEqual(['listener'])
    unmount()
  })
})
