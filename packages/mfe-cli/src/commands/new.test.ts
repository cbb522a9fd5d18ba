import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { moduleFiles, type Sibling } from './new.ts'

const sibling = JSON.parse(
  readFileSync(new URL('../../../../mfe-rewards/package.json', import.meta.url), 'utf8'),
) as Sibling

/** Dependencies that no import names. */
const IMPLICIT = ['react', 'react-dom']

describe('the files of a new module', () => {
  const { 'package.json': packageJson = '', ...files } = moduleFiles('charts', sibling)
  const { dependencies, devDependencies } = JSON.parse(packageJson) as Sibling

  it('contain its name instead of the placeholder', () => {
    expect(JSON.stringify(files)).not.toMatch(/__name__/i)
    expect(files['src/contributes.ts']).toContain("path: '/charts', title: 'Charts'")
  })

  it('use every dependency, in the version of the other modules', () => {
    const text = Object.values(files).join('\n')
    const names = Object.keys({ ...dependencies, ...devDependencies })

    expect(names.filter((name) => !IMPLICIT.includes(name) && !text.includes(`'${name}`))).toEqual([])
    expect(dependencies.react).toBe(sibling.dependencies.react)
  })
})
