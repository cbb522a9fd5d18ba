import type { Compilation, Compiler } from '@rspack/core'
import { describeFile } from './write-document.ts'

interface Budget {
  what: string
  /** Maximum size in gzipped bytes. */
  most: number
  files: (compilation: Compilation) => readonly string[]
}

/** Fails a production build that exceeds a budget, with a table of its files. */
export class BudgetPlugin {
  readonly #budgets: readonly Budget[]

  constructor(budgets: readonly Budget[]) {
    this.#budgets = budgets
  }

  apply(compiler: Compiler) {
    if (compiler.options.mode !== 'production') return
    compiler.hooks.afterEmit.tapPromise('Budget', async (compilation) => {
      if (compilation.errors.length > 0) return
      const measured = await Promise.all(this.#budgets.map((budget) => measure(budget, compilation)))
      if (measured.some(({ total, most }) => total > most)) throw new Error(budgetTable(measured))
    })
  }
}

const measure = async ({ what, most, files }: Budget, compilation: Compilation) => {
  const names = files(compilation).filter((name) => !name.endsWith('.map'))
  const sizeOf = async (name: string) => ({ name, gz: (await describeFile(compilation.compiler.outputPath, name)).gz })
  const sizes = await Promise.all(names.map(sizeOf))
  return { what, most, files: sizes, total: sizes.reduce((sum, { gz }) => sum + gz, 0) }
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** All files, largest first, because the cause is seldom the last change. */
const budgetTable = (measured: readonly Awaited<ReturnType<typeof measure>>[]) => {
  const line = (name: string, bytes: number, result = '') =>
    `${name.padEnd(40)} ${kilobytes(bytes).padStart(8)} ${result}`.trimEnd()
  const lines = measured.flatMap(({ what, most, total, files }) => {
    const result = total > most ? `${kilobytes(total - most)} too much` : 'fits'
    return [
      line(what, total, `of ${kilobytes(most)}  ${result}`),
      ...files.toSorted((a, b) => b.gz - a.gz).map(({ name, gz }) => line(`  ${name}`, gz)),
    ]
  })
  return `The build exceeds its budget (gzipped):\n\n${lines.join('\n')}\n`
}
