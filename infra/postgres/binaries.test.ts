import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { installedBinaries, missingLinks, usableBinaries } from './binaries.ts'
import { chooseRunAs } from './run-as.ts'

const cleanUp: string[] = []
afterEach(() => {
  for (const folder of cleanUp.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const scratch = (mode: number): string => {
  const folder = mkdtempSync(join(tmpdir(), 'griot-binaries-'))
  chmodSync(folder, mode)
  cleanUp.push(folder)
  return folder
}

/** The package as `npm ci --ignore-scripts` leaves it: without its links. */
const installedInto = (folder: string): string => {
  const source = join(installedBinaries(), '..')
  cpSync(source, join(folder, 'package'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/\.so(\.\d+)?$/.test(path) || !existsSync(`${path}`) || !isLink(path),
  })
  return join(folder, 'package', 'native')
}

const links = new Set(
  readdirSync(join(installedBinaries(), 'lib'), { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => entry.name),
)
const isLink = (path: string): boolean => links.has(path.slice(path.lastIndexOf('/') + 1))

describe('usableBinaries', () => {
  it('creates the links that an install without scripts does not create', () => {
    const native = installedInto(scratch(0o755))
    expect(missingLinks(native).length).toBeGreaterThan(0)

    expect(usableBinaries(chooseRunAs(), native).postgres).toBe(join(native, 'bin', 'postgres'))
    expect(missingLinks(native)).toEqual([])
  })

  it.runIf(process.getuid?.() === 0)('copies them once when the server’s user cannot reach them', () => {
    const native = installedInto(scratch(0o700))
    const cache = scratch(0o755)

    const first = usableBinaries(chooseRunAs(), native, cache)
    expect(first.postgres.startsWith(cache)).toBe(true)
    expect(usableBinaries(chooseRunAs(), native, cache)).toEqual(first)
    expect(readdirSync(cache)).toHaveLength(1)
  })

  it.runIf(process.getuid?.() === 0)('refuses a cache folder that other users can write to', () => {
    const native = installedInto(scratch(0o700))
    const cache = scratch(0o777)
    expect(() => usableBinaries(chooseRunAs(), native, cache)).toThrow(/can be written by others/)
  })
})
