import type { AssignedModule, ModuleRelease } from '@griot/contracts/module-assignment'
import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { vi } from 'vitest'
import { IntegrityError } from '../integrity.ts'
import { createModuleLoader } from '../loader.ts'
import type { ModuleFailure } from '../module-state.ts'

export const Page = () => null

/** How fetching a version behaves. */
export type Behaviour = (attempt: number) => Promise<() => unknown>

export const works: Behaviour = async () => () => ({ contract: 1, setup: () => ({ routes: { 'points.page': Page } }) })
export const isDown: Behaviour = async () => {
  throw new Error('network')
}
export const isChanged: Behaviour = async () => {
  throw new IntegrityError('does not match its hash')
}
export const hangs: Behaviour = () => new Promise(() => {})
export const exposes =
  (exposed: unknown): Behaviour =>
  async () =>
  () =>
    exposed
export const throwsOnEvaluate: Behaviour = async () => () => {
  throw new Error('evaluate')
}

const release = (version: string): ModuleRelease => ({
  version,
  container: `mfe_points_${version}`,
  contract: 1,
  entry: `/m/points/${version}/remoteEntry.js`,
  integrity: 'sha384-',
})

export const assigned = (version: string, lkg?: string): AssignedModule => ({
  ...release(version),
  contributes: {
    routes: [{ id: 'points.page', path: '/points', title: 'Points', skeleton: 'list' }],
    nav: [],
    slots: [],
    fallback: {},
  },
  lkg: lkg === undefined ? null : release(lkg),
})

/** A loader of a module with these versions. */
export const setUpLoader = (versions: Record<string, Behaviour>, first = assigned('v2')) => {
  const fetched: string[] = []
  const reports: string[] = []
  const signals: AbortSignal[] = []
  const loader = createModuleLoader({
    module: 'points',
    assigned: first,
    fetchModule: ({ version }, attempt) => {
      fetched.push(`${version} ${attempt}`)
      return (versions[version] ?? isDown)(attempt)
    },
    createApi: (_, signal) => {
      signals.push(signal)
      return { signal } as unknown as ShellApiV1
    },
    report: ({ version, stage }: ModuleFailure) => reports.push(`${version} ${stage}`),
  })
  return { loader, fetched, reports, signals }
}

/** Runs everything that needs no time. */
export const settle = () => vi.advanceTimersByTimeAsync(0)

export const status = ({ state }: ReturnType<typeof createModuleLoader>) => {
  const now = state.get()
  if (now.status === 'idle' || now.status === 'off') return now.status
  if (now.status === 'failed') return `failed ${now.failure.version} ${now.failure.stage}`
  return `${now.status} ${now.version}`
}
