import type { AssignedModule } from '@griot/contracts/module-assignment'
import type { Badge } from '@griot/contracts/points'
import type { ShellEvents, SlotProps, TipTarget } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import { createTestShell } from '@griot/shell-sdk/testing/render-screen'
import { act, cleanup, render, screen } from '@testing-library/react'
import { type ComponentType, use } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBus } from '../bus.ts'
import { createToasts } from '../toasts/toasts.tsx'
import type { ModuleLoader } from './loader.ts'
import type { ModuleState } from './module-state.ts'
import { ModulesProvider } from './modules-context.ts'
import { SlotHosts } from './slot-hosts.tsx'
import { createTestModules } from './testing/test-modules.ts'

const TIP = { receiverName: 'Bisi Cole' } as TipTarget
const BADGES = [{ id: 'first-steps', name: 'First Steps' }] as Badge[]
const DEADLINE_MS = 5000

type Fill = ComponentType<SlotProps['tip-dialog']>

const never = new Promise<never>(() => {})

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const setUp = () => {
  const state = createStore<ModuleState>({ status: 'idle' })
  const loader = { state, attach: () => () => {}, mounts: () => {}, crashed: () => 'panel' } as unknown as ModuleLoader
  const contributes: AssignedModule['contributes'] = {
    routes: [],
    nav: [],
    slots: [
      { slot: 'tip-dialog', id: 'rewards.tip-dialog', deadlineMs: DEADLINE_MS },
      { slot: 'badge-popup', id: 'rewards.badge-popup', deadlineMs: DEADLINE_MS },
    ],
    fallback: {
      'rewards.tip-dialog': { text: 'Tipping is unavailable right now.' },
      'rewards.badge-popup': { text: 'It is on your Rewards page.' },
    },
  }
  const events = createBus<ShellEvents>()
  const toasts = createToasts()
  render(
    <ModulesProvider value={createTestModules({ modules: { rewards: { contributes } } }, { loader: () => loader })}>
      <SlotHosts events={events} toasts={toasts} />
    </ModulesProvider>,
  )
  const setState = (next: ModuleState) => act(() => state.set(next))
  return {
    toasts,
    openTip: async () => {
      act(() => events.emit('tip.open', TIP))
      await act(() => vi.dynamicImportSettled())
    },
    earnBadges: async () => {
      act(() => events.emit('badges.earned', { badges: BADGES }))
      await act(() => vi.dynamicImportSettled())
    },
    loads: (fill: Fill = ({ tip }) => <p>Tip {tip.receiverName}</p>) =>
      setState({
        status: 'ready',
        version: '1',
        api: createTestShell().api,
        instance: { slots: { 'tip-dialog': fill } },
      }),
    fails: () =>
      setState({
        status: 'failed',
        at: 0,
        failure: { module: 'rewards', version: '1', stage: 'entry', error: new Error('gone'), incident: '0k3f9a1' },
      }),
  }
}

describe('the tip dialog', () => {
  it('shows a message while its module loads', async () => {
    const { openTip, loads } = setUp()
    await openTip()
    expect(screen.getByRole('status').textContent).toBe('Opening the tip…')
    loads()
    expect(screen.getByText('Tip Bisi Cole')).toBeVisible()
    expect(screen.queryByRole('status')).toBeNull()
  })

  it.each([
    ['its module fails', ({ fails }: ReturnType<typeof setUp>) => fails()],
    [
      'its module renders nothing in time',
      async ({ loads }: ReturnType<typeof setUp>) => {
        vi.spyOn(console, 'error').mockImplementation(() => {})
        loads(() => use(never))
        await act(() => vi.advanceTimersByTimeAsync(DEADLINE_MS))
      },
    ],
    ['its module does not load in time', () => act(() => vi.advanceTimersByTime(DEADLINE_MS))],
  ])('shows the module’s fallback text when %s', async (_, trigger) => {
    const shell = setUp()
    await shell.openTip()
    await trigger(shell)
    expect(shell.toasts.state.get()).toMatchObject({
      title: 'Tip failed',
      description: 'Tipping is unavailable right now.',
      tone: 'destructive',
    })
    expect(screen.queryByRole('status')).toBeNull()
  })
})

describe('earned badges', () => {
  it('are announced in a toast when the popup is unavailable', async () => {
    const { earnBadges, fails, toasts } = setUp()
    await earnBadges()
    fails()
    expect(toasts.state.get()).toMatchObject({
      title: 'Badge earned: First Steps',
      description: 'It is on your Rewards page.',
    })
  })
})
