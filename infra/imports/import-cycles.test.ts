import { describe, expect, it } from 'vitest'
import { importCycles } from './import-cycles.ts'

const cyclesIn = (files: Record<string, string>) => importCycles(Object.keys(files), (path) => files[path] ?? '')

describe('import cycles of folders', () => {
  it('finds sibling folders that import each other, also by types, re-exports and dynamic imports', () => {
    const back = (request: string) => ({
      'shell/src/player/a.ts': "import { b } from '../layout/menu/b.ts'",
      'shell/src/layout/menu/b.ts': request,
    })
    const cycle = ['shell/src/layout → shell/src/player → shell/src/layout']
    expect(cyclesIn(back("import type { A } from '../../player/a.ts'"))).toEqual(cycle)
    expect(cyclesIn(back("export * from '../../player/a.ts'"))).toEqual(cycle)
    expect(cyclesIn(back("const load = () => import('../../player/a.ts')"))).toEqual(cycle)
  })

  it('finds nested sibling folders', () => {
    const files = {
      'packages/ui/src/a/b/c.tsx': "import { E } from '../d/e.tsx'\nexport const C = () => <E />",
      'packages/ui/src/a/d/e.tsx': "import { C } from '../b/c.tsx'\nexport const E = () => <C />",
    }
    expect(cyclesIn(files)).toEqual(['packages/ui/src/a/b → packages/ui/src/a/d → packages/ui/src/a/b'])
  })

  it('finds a cycle of three folders, once', () => {
    const files = {
      'gateway/src/c/one.ts': "import { two } from '../a/two.ts'",
      'gateway/src/a/two.ts': "import { three } from '../b/three.ts'",
      'gateway/src/b/three.ts': "import { one } from '../c/one.ts'",
    }
    expect(cyclesIn(files)).toEqual(['gateway/src/a → gateway/src/b → gateway/src/c → gateway/src/a'])
  })

  it('accepts imports in one direction, and those of tests, parent folders and other workspaces', () => {
    const files = {
      'services/media/src/a/one.ts': "import { two } from '../b/two.ts'",
      'services/media/src/b/two.ts': "import { app } from '../app.ts'\nimport { help } from '../testing/help.ts'",
      'services/media/src/app.ts': "import { one } from './a/one.ts'",
      'services/media/src/b/two.test.ts': "import { one } from '../a/one.ts'",
      'services/media/src/testing/help.ts': "import { two } from '../b/two.ts'",
      'infra/start/three.ts': "import { four } from '../../gateway/src/four.ts'",
      'gateway/src/four.ts': "import { three } from '../../infra/start/three.ts'",
    }
    expect(cyclesIn(files)).toEqual([])
  })
})
