import type { ModuleState, Pointer } from '@griot/contracts/module-pointer'
import { vi } from 'vitest'
import type { PointerUpdate } from '../pointer.ts'

export const NOW = new Date('2026-11-21T12:00:00Z')
export const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

export const state = (more: Partial<ModuleState> = {}): ModuleState => ({
  stable: 'v1',
  since: NOW.toISOString(),
  by: 'team',
  lkg: null,
  candidate: null,
  disabled: null,
  quarantined: [],
  ...more,
})

export const given = (modules: Record<string, ModuleState>, frozen: string | null = null): Pointer => ({
  schema: 1,
  env: 'prod',
  rev: 7,
  at: NOW.toISOString(),
  frozen,
  modules,
  change: null,
})

export const rewards = (update: PointerUpdate | null) => update?.pointer.modules.rewards
export const input = { by: 'team', module: 'rewards' }
export const candidate = { version: 'v2', percent: 5, salt: 'k9', since: NOW.toISOString() }
