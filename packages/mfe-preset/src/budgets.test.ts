import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Configuration, rspack, type Stats } from '@rspack/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BudgetPlugin } from './budgets.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'griot-budgets-'))
  await writeFile(path.join(folder, 'main.js'), `console.log(${JSON.stringify([...Array(500).keys()])})`)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Builds a page with a budget in bytes. Returns the errors of the build. */
const build = async (most: number, mode: Configuration['mode'] = 'production') => {
  const files = () => ['main.js']
  const compiler = rspack({
    context: folder,
    mode,
    devtool: false,
    entry: { main: './main.js' },
    output: { path: path.join(folder, 'dist') },
    plugins: [new BudgetPlugin([{ what: 'first paint', most, files }])],
  })
  try {
    return await new Promise<string>((resolve, reject) =>
      compiler.run((error, stats?: Stats) => (stats ? resolve(stats.toString('errors-only')) : reject(error))),
    )
  } catch (error) {
    return String(error)
  } finally {
    await new Promise((resolve) => compiler.close(resolve))
  }
}

describe('BudgetPlugin', () => {
  it('accepts a build within its budget', async () => {
    expect(await build(100_000)).toBe('')
  })

  it('fails a build over its budget and lists its files', async () => {
    const errors = await build(100)
    expect(errors).toContain('exceeds its budget')
    expect(errors).toMatch(/first paint +\d\.\d kB +of 0\.1 kB +\d\.\d kB too much\n.* main\.js +\d\.\d kB/)
  })

  it('ignores a development build', async () => {
    expect(await build(100, 'development')).toBe('')
  })
})
