import type { AssignedModule, Assignment } from '@griot/contracts/module-assignment'
import { createStore } from '@griot/shell-sdk/store'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signOut } from '../auth/sign-out.ts'
import { createModules } from './modules.ts'
import type { Registry } from './registry.ts'
import type { ShellServices } from './shell-api.ts'

// Calls are the shell’s from now on: whatever comes next in this worker begins with modules of its own.
afterAll(() => void vi.resetModules())

const ADA = '11111111-1111-4111-8111-111111111111'
const BISI = '22222222-2222-4222-8222-222222222222'
const CONTAINER = 'mfe_charts_00000001'

const charts: AssignedModule = {
  version: '0.1.0-g00000001',
  container: CONTAINER,
  contract: 1,
  entry: '/m/charts/0.1.0-g00000001/remoteEntry.js',
  integrity: `sha384-${'A'.repeat(64)}`,
  contributes: { routes: [], nav: [], slots: [], fallback: {} },
  lkg: null,
}

const browserIsOf = (person: string) => localStorage.setItem('griot:person', JSON.stringify(person))
const goAway = () => window.dispatchEvent(new Event('pagehide'))

describe('a module ends with the person', () => {
  beforeEach(() => browserIsOf(ADA))
  afterEach(() => {
    localStorage.clear()
    vi.unstubAllGlobals()
  })

  it('who signs out, while what they keep is still there', async () => {
    const { dispose } = await given()
    localStorage.setItem(`mfe:${ADA}:charts:note`, '"Ada was here"')
    const keptThen: (string | null)[] = []
    dispose.mockImplementation(() => keptThen.push(localStorage.getItem(`mfe:${ADA}:charts:note`)))
    vi.stubGlobal('location', { assign: () => {}, reload: () => {} })
    await signOut()
    expect(dispose).not.toHaveBeenCalled()

    goAway()
    expect(dispose).toHaveBeenCalledExactlyOnceWith('logout')
    expect([keptThen, localStorage.length]).toEqual([['"Ada was here"'], 0])
    window.dispatchEvent(new Event('pageshow'))
  })

  it('who makes way for somebody else', async () => {
    const { dispose } = await given()
    browserIsOf(BISI)

    goAway()
    expect(dispose).toHaveBeenCalledExactlyOnceWith('logout')
  })

  it('and not with a page that is merely closed or loaded again', async () => {
    const { dispose } = await given()

    goAway()
    expect(dispose).not.toHaveBeenCalled()
  })

  const given = async () => {
    const dispose = vi.fn()
    const exposed = { contract: 1, setup: () => ({ dispose }) }
    vi.stubGlobal(CONTAINER, { init: () => {}, get: async () => () => exposed })
    const assignment: Assignment = { rev: 1, shell: '0.1.0-g00000002', productName: 'Griot', modules: { charts } }
    const registry = createStore(assignment) as unknown as Registry
    const services = { assignment: registry, person: () => ADA, player: { queue: {} }, events: {} }
    const modules = createModules(registry, services as unknown as ShellServices)
    await modules.loader('charts')?.ensure()
    expect(modules.loader('charts')?.state.get().status).toBe('ready')
    return { dispose }
  }
})
