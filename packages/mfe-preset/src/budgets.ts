import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Compilation, Compiler } from '@rspack/core'

export interface Budget {
  what: string
  /** Gzipped bytes. */
  most: number
  files: (compilation: Compilation) => readonly string[]
}

interface Weighed {
  what: string
  most: number
  files: { name: string; bytes: number }[]
}

/** Fails a production build that is heavier than promised, and says by what. */
export class BudgetPlugin {
  readonly #budgets: readonly Budget[]

  constructor(budgets: readonly Budget[]) {
    this.#budgets = budgets
  }

  apply(compiler: Compiler) {
    if (compiler.options.mode !== 'production') return
    compiler.hooks.afterEmit.tapPromise('Budget', async (compilation) => {
      if (compilation.errors.length > 0) return
      const folder = compilation.outputOptions.path ?? compiler.outputPath
      const weighed = await Promise.all(
        this.#budgets.map(async ({ files, ...budget }) => {
          const names = files(compilation).filter((name) => !name.endsWith('.map'))
          return { ...budget, files: await Promise.all(names.map((name) => weigh(folder, name))) }
        }),
      )
      if (weighed.some((one) => sumOf(one) > one.most)) throw new Error(complaintAbout(weighed))
    })
  }
}

const weigh = async (folder: string, name: string) => ({
  name,
  bytes: (await promisify(gzip)(await readFile(path.join(folder, name)))).length,
})

const sumOf = ({ files }: Weighed) => files.reduce((sum, { bytes }) => sum + bytes, 0)

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** The whole account, the heaviest file first: what has grown is seldom what was just changed. */
const complaintAbout = (weighed: readonly Weighed[]) => {
  const rows = weighed.flatMap((one) => {
    const sum = sumOf(one)
    const verdict = sum > one.most ? `${kilobytes(sum - one.most)} too much` : 'fits'
    return [
      [one.what, kilobytes(sum), `of ${kilobytes(one.most)}`, verdict],
      ...one.files
        .toSorted((a, b) => b.bytes - a.bytes)
        .map(({ name, bytes }) => [`  ${name}`, kilobytes(bytes), '', '']),
    ]
  })
  const [names, sizes, limits] = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map(([what = '', size = '', limit = '', verdict = '']) =>
    [what.padEnd(names ?? 0), size.padStart(sizes ?? 0), limit.padEnd(limits ?? 0), verdict].join('  ').trimEnd(),
  )
  return `The build is heavier than its budget (gzipped):\n\n${lines.join('\n')}\n`
}
