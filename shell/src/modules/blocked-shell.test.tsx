import type { Assignment } from '@griot/contracts/module-assignment'
import { fetchApi } from '@griot/shell-sdk/http'
import { createStore } from '@griot/shell-sdk/store'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { createModules } from './modules.ts'
import type { ShellServices } from './shell-api.ts'

// createModules sets the global request handler: later tests in this worker need fresh modules.
afterAll(() => void vi.resetModules())

afterEach(() => vi.unstubAllGlobals())

const at = (rev: number, blocked?: Assignment['blocked']): Assignment => ({
  ...{ rev, shell: '0.1.0-g00000001', productName: 'Griot', modules: {} },
  ...(blocked && { blocked }),
})

describe('a shell that the API rejects', () => {
  it('is blocked until that block ends', async () => {
    const assignment = createStore(at(1))
    const refresh = vi.fn(async () => assignment.set(at(2, { shell: ['<0.2.0'] })))
    const modules = createModules({ ...assignment, refresh, watch: () => () => {} }, {} as ShellServices)
    vi.stubGlobal('fetch', async () => Response.json({}, { status: 426 }))
    await Promise.all([fetchApi('/api/points'), fetchApi('/api/badges')])
    await expect.poll(modules.isBlocked.get).toBe(true)
    expect(refresh).toHaveBeenCalledOnce()

    assignment.set(at(3, { shell: ['<0.2.0', '<0.1.0'], rewards: ['<0.1.0'] }))
    expect(modules.isBlocked.get()).toBe(true)
    assignment.set(at(4, { shell: ['<0.1.0'], rewards: ['<0.1.0'] }))
    expect(modules.isBlocked.get()).toBe(false)

    // If another block applies, the next request is rejected.
    await fetchApi('/api/points')
    await expect.poll(modules.isBlocked.get).toBe(true)
    assignment.set(at(5))
    expect(modules.isBlocked.get()).toBe(false)
  })
})
