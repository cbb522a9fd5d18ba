import type { Contributions, ModuleDocument } from '@griot/contracts/modules'
import { type CheckContext, checkModule } from '../checks/checks.ts'
import { moduleFiles, shellDocument } from './built-module.ts'

export const contributes = (more: Partial<Contributions>): Contributions => ({
  routes: [],
  nav: [],
  slots: [],
  fallback: {},
  ...more,
})
export const route = (id: string, path: string) => ({ id, path, title: id, skeleton: 'list' as const })

export const slotsOfHome = contributes({
  routes: [route('listener.home', '/')],
  declares: [{ slot: 'listener.home', page: '/' }],
})

export const menuOf = (module: string, labels: readonly string[], path = (at: number) => `/${module}-${at}`) =>
  contributes({
    routes: labels.map((_, at) => route(`${module}.page${at}`, path(at))),
    nav: labels.map((label, at) => ({
      ...{ id: `${module}.nav${at}`, route: `${module}.page${at}`, label, icon: 'map', order: at },
    })),
  })

export const check = (module: ModuleDocument, more: Partial<CheckContext> = {}, files = moduleFiles('rewards', 1)) => {
  const context: CheckContext = {
    shells: [shellDocument()],
    oldShells: [],
    others: [],
    current: null,
    api: ['points@1'],
    read: async (file) => {
      const content = files[file]
      return content === undefined ? null : Buffer.from(content)
    },
    ...more,
  }
  return checkModule(module, context)
}

export const problemsOf = async (results: Promise<Awaited<ReturnType<typeof checkModule>>>) =>
  (await results).filter(({ outcome }) => outcome !== 'ok').map(({ id, outcome, says }) => `${id} ${outcome}: ${says}`)
