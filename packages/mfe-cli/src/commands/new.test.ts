import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { moduleFiles, ownFiles, type Sibling } from './new.ts'

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

describe('the files of a module in a repository of its own', () => {
  const files = ownFiles('charts', { react: '19.3.1', vitest: '4.1.12' })

  it('do not name this repository', () => {
    expect(JSON.stringify(files)).not.toMatch(/__name__|\.\.\/|workspace/i)
  })

  it('keep their scripts and use the given versions', () => {
    const { scripts, dependencies, devDependencies } = JSON.parse(files['package.json'] ?? '')
    expect(scripts).toMatchObject({ dev: 'mfe dev', test: 'vitest run' })
    expect([dependencies.react, devDependencies.vitest]).toEqual(['19.3.1', '4.1.12'])
  })

  it('contain a workflow that deploys previews and releases the main branch', () => {
    const workflow = files['.github/workflows/module.yml']
    expect(workflow).toContain('mfe deploy --preview "$GITHUB_REF_NAME"')
    expect(workflow).toMatch(/refs\/heads\/main'\n *run: npx mfe deploy --browser --promote/)
  })
})
