import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { filesOf, type Sibling } from './scaffold.ts'

const sibling = JSON.parse(
  readFileSync(new URL('../../../mfe-rewards/package.json', import.meta.url), 'utf8'),
) as Sibling

/** What the compiler and the browser need without anyone naming it. */
const UNNAMED = ['react', 'react-dom']

describe('the files of a new module', () => {
  const { 'package.json': packageJson = '', ...files } = filesOf('charts', sibling)
  const { dependencies, devDependencies } = JSON.parse(packageJson) as Sibling

  it('carry its name everywhere', () => {
    expect(JSON.stringify(files)).not.toMatch(/__name__/i)
    expect(files['src/contributes.ts']).toContain("path: '/charts', title: 'Charts'")
  })

  it('use everything that its package asks for, in the version of the others', () => {
    const text = Object.values(files).join('\n')
    const asked = Object.keys({ ...dependencies, ...devDependencies })

    expect(asked.filter((name) => !UNNAMED.includes(name) && !text.includes(`'${name}`))).toEqual([])
    expect(dependencies.react).toBe(sibling.dependencies.react)
  })
})
