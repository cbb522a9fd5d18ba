import type { AssignedModule, Assignment } from '@griot/contracts/module-assignment'
import { createStore } from '@griot/shell-sdk/store'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signOut } from '../auth/sign-out.ts'
import type { AssignmentStore } from './assignment-store.ts'
import { createModules } from './modules.ts'
import type { ShellServices } from './shell-api.ts'

// createModules sets the global request handler: later tests in this worker need fresh modules.
afterAll(() => void vi.resetModules())

const ADA = '11111111-1111-4111-8111-111111111111'
const BISI = '22222222-2222-4222-8222-222222222222'

const charts: AssignedModule = {
  version: '0.1.0-g00000001',
  container: '',
  contract: 1,
  entry: '/m/charts/0.1.0-g00000001/remoteEntry.js',
  integrity: `sha384-${'A'.repeat(64)}`,
  contributes: { routes: [], nav: [], slots: [], fallback: {} },
  lkg: null,
}

const signInAs = (userId: string) => localStorage.setItem('griot:person', JSON.stringify(userId))
const hidePage = () => window.dispatchEvent(new Event('pagehide'))

describe('a module', () => {
  beforeEach(() => signInAs(ADA))
  afterEach(() => {
    localStorage.clear()
    vi.unstubAllGlobals()
  })

  it('is disposed on sign-out, before its storage is cleared', async () => {
    const { dispose } = await setUp()
    localStorage.setItem(`mfe:${ADA}:charts:note`, '"Ada was here"')
    const storedThen: (string | null)[] = []
    dispose.mockImplementation(() => storedThen.push(localStorage.getItem(`mfe:${ADA}:charts:note`)))
    vi.stubGlobal('location', { assign: () => {}, reload: () => {} })
    await signOut()
    expect(dispose).not.toHaveBeenCalled()

    hidePage()
    expect(dispose).toHaveBeenCalledExactlyOnceWith('logout')
    expect([storedThen, localStorage.length]).toEqual([['"Ada was here"'], 0])
    window.dispatchEvent(new Event('pageshow'))
  })

  it('is disposed when another user signs in', async () => {
    const { dispose } = await setUp()
    signInAs(BISI)

    hidePage()
    expect(dispose).toHaveBeenCalledExactlyOnceWith('logout')
  })

  it('is not disposed when the page closes or reloads', async () => {
    const { dispose } = await setUp()

    hidePage()
    expect(dispose).not.toHaveBeenCalled()
  })

  let containers = 0

  const setUp = async () => {
    const dispose = vi.fn()
    // The federation runtime keeps a container by its name.
    containers += 1
    const container = `mfe_charts_${containers}`
    const exposed = { contract: 1, setup: () => ({ dispose }) }
    vi.stubGlobal(container, { init: () => {}, get: async () => () => exposed })
    const assignment: Assignment = {
      rev: 1,
      shell: '0.1.0-g00000002',
      productName: 'Griot',
      modules: { charts: { ...charts, container } },
    }
    const registry = createStore(assignment) as unknown as AssignmentStore
    const services = { assignment: registry, userId: () => ADA, player: { queue: {} }, events: {} }
    const modules = createModules(registry, services as unknown as ShellServices)
    await modules.loader('charts')?.ensure()
    expect(modules.loader('charts')?.state.get().status).toBe('ready')
    return { dispose }
  }
})
