import type { Assignment } from '@griot/contracts/module-assignment'
import { fetchApi } from '@griot/shell-sdk/http'
import { createStore } from '@griot/shell-sdk/store'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { createModules } from './modules.ts'
import type { ShellServices } from './shell-api.ts'

// Calls are the shell’s from now on: whatever comes next in this worker begins with modules of its own.
afterAll(() => void vi.resetModules())

afterEach(() => vi.unstubAllGlobals())

const at = (rev: number, blocked?: Assignment['blocked']): Assignment => ({
  ...{ rev, shell: '0.1.0-g00000001', productName: 'Griot', modules: {} },
  ...(blocked && { blocked }),
})

describe('a shell that the API answers no more', () => {
  it('is so until that very block has ended', async () => {
    const standing = createStore(at(1))
    const refresh = vi.fn(async () => standing.set(at(2, { shell: ['<0.2.0'] })))
    const modules = createModules({ ...standing, refresh, watch: () => () => {} }, {} as ShellServices)
    vi.stubGlobal('fetch', async () => Response.json({}, { status: 426 }))
    await Promise.all([fetchApi('/api/points'), fetchApi('/api/badges')])
    await expect.poll(modules.isTooOld.get).toBe(true)
    expect(refresh).toHaveBeenCalledOnce()

    standing.set(at(3, { shell: ['<0.2.0', '<0.1.0'], rewards: ['<0.1.0'] }))
    expect(modules.isTooOld.get()).toBe(true)
    standing.set(at(4, { shell: ['<0.1.0'], rewards: ['<0.1.0'] }))
    expect(modules.isTooOld.get()).toBe(false)

    // If another one keeps it out, its next call says so.
    await fetchApi('/api/points')
    await expect.poll(modules.isTooOld.get).toBe(true)
    standing.set(at(5))
    expect(modules.isTooOld.get()).toBe(false)
  })
})
