import type { Assignment } from '@griot/contracts/module-assignment'
import { createStore } from '@griot/shell-sdk/store'
import type { Modules } from '../modules.ts'

/** A registry that changes only by `set`. */
export const createTestRegistry = (assignment: object = {}) => ({
  ...createStore({ modules: {}, ...assignment } as Assignment),
  refresh: async () => {},
  watch: () => () => {},
})

/** Modules that are assigned but never load, unless `parts` replaces their loader. */
export const createTestModules = (assignment: object = {}, parts: Partial<Modules> = {}): Modules => ({
  registry: createTestRegistry(assignment),
  hasUnsavedWork: createStore(false),
  isBlocked: createStore(false),
  failing: createStore<readonly string[]>([]),
  loader: () => null,
  pageLeft: () => {},
  startPreloaded: async () => {},
  ...parts,
})
