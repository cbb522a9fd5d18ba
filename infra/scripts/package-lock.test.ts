import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../build/targets.ts'

interface Entry {
  integrity?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
}

const readJson = <Content>(name: string) => JSON.parse(readFileSync(join(root, name), 'utf8')) as Content
const { packages } = readJson<{ packages: Record<string, Entry> }>('package-lock.json')
const { allowScripts } = readJson<{ allowScripts: Record<string, boolean> }>('package.json')
const installed = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link)

it('locks a SHA-512 hash of each package', () => {
  const incomplete = installed.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))
  expect(incomplete.map(([place]) => place)).toEqual([])
})

it('locks no address of a registry', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place)).toEqual([])
})

it('lists exactly the packages with install scripts in allowScripts', () => {
  const withScripts = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([place]) => place.split('node_modules/').at(-1))
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScripts)].sort())
})
