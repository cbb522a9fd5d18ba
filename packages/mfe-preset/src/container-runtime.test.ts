import { describe, expect, it } from 'vitest'
import federation from './container-runtime.ts'

const { initContainerEntry, consumes } = federation.bundlerRuntime

/** What a chunk that imports React gets in a shell that provides only the given version. */
const importIn = (given: string, requiredVersion: string) => {
  const webpackRequire = {
    S: {},
    m: {} as Record<string, (module: { exports: unknown }) => void>,
    consumesLoadingData: {
      chunkMapping: { page: [7] },
      moduleIdToConsumeDataMapping: { 7: { shareKey: 'react', requiredVersion } },
    },
  }
  initContainerEntry({ webpackRequire, shareScope: { react: { [given]: { get: () => () => 'React of the shell' } } } })
  consumes({ webpackRequire, chunkId: 'page' })
  consumes({ webpackRequire, chunkId: 'a chunk without imports' })
  const module = { exports: undefined as unknown }
  webpackRequire.m[7]?.(module)
  return module.exports
}

describe('shared modules of a container', () => {
  it.each([
    ['19.3.1', '^19.3.1'],
    ['19.3.2', '^19.3.1'],
    ['19.10.0', '^19.9.4'],
    ['0.2.3', '^0.2.1'],
  ])('come from the shell if it provides %s for %s', (given, range) => {
    expect(importIn(given, range)).toBe('React of the shell')
  })

  it.each([
    ['19.3.0', '^19.3.1'],
    ['19.2.9', '^19.3.1'],
    ['20.0.0', '^19.3.1'],
    ['18.9.9', '^19.3.1'],
    ['0.3.0', '^0.2.1'],
  ])('fail if the shell provides %s for %s', (given, range) => {
    expect(() => importIn(given, range)).toThrow(`react ${range} is required, but the shell provides ${given}.`)
  })
})

describe('retry of a chunk', () => {
  const HERE = 'https://griot.example/m/studio/0.1.0-g12345678'

  it('uses other addresses of the same version', () => {
    const { load, requested } = given()
    for (const type of ['timeout', 'error', 'load']) load(`${HERE}/a1.js`, type)

    expect(requested).toEqual([`${HERE}/a1.js`, `${HERE}~100/a1.js`, `${HERE}~200/a1.js`])
  })

  it('does not affect other chunks, and does not reuse addresses of the shell’s retries', () => {
    const { load, requested } = given()
    load(`${HERE}~2/a1.js`, 'timeout')
    load(`${HERE}~2/b2.js`, 'load')
    load(`${HERE}~2/a1.js`, 'load')

    expect(requested).toEqual([`${HERE}~2/a1.js`, `${HERE}~2/b2.js`, `${HERE}~102/a1.js`])
  })

  const given = () => {
    const requested: string[] = []
    const webpackRequire = {
      ...{ S: {}, m: {}, consumesLoadingData: { chunkMapping: {}, moduleIdToConsumeDataMapping: {} } },
      l: (address: string, done: (event: { type: string }) => void, key: string) => {
        requested.push(address)
        done({ type: key })
      },
    }
    initContainerEntry({ webpackRequire, shareScope: {} })
    /** The stub reports the key as the outcome. */
    const load = (address: string, outcome: string) => webpackRequire.l(address, () => {}, outcome)
    return { load, requested }
  }
})
