import { describe, expect, it } from 'vitest'
import federation from './container-runtime.ts'

const { initContainerEntry, consumes } = federation.bundlerRuntime

/** What a chunk that imports React gets in a shell that brings this version, and no other. */
const importIn = (given: string, requiredVersion: string) => {
  const webpackRequire = {
    S: {},
    m: {} as Record<string, (module: { exports: unknown }) => void>,
    consumesLoadingData: {
      chunkMapping: { page: [7] },
      moduleIdToConsumeDataMapping: { 7: { shareKey: 'react', requiredVersion } },
    },
  }
  initContainerEntry({ webpackRequire, shareScope: { react: { [given]: { get: () => () => 'the one React' } } } })
  consumes({ webpackRequire, chunkId: 'page' })
  consumes({ webpackRequire, chunkId: 'a chunk that imports nothing' })
  const module = { exports: undefined as unknown }
  webpackRequire.m[7]?.(module)
  return module.exports
}

describe('what a container takes from the shell', () => {
  it.each([
    ['19.3.1', '^19.3.1'],
    ['19.3.2', '^19.3.1'],
    ['19.10.0', '^19.9.4'],
    ['0.2.3', '^0.2.1'],
  ])('is what the shell brings as %s where %s is needed', (given, range) => {
    expect(importIn(given, range)).toBe('the one React')
  })

  it.each([
    ['19.3.0', '^19.3.1'],
    ['19.2.9', '^19.3.1'],
    ['20.0.0', '^19.3.1'],
    ['18.9.9', '^19.3.1'],
    ['0.3.0', '^0.2.1'],
  ])('is never %s where %s is needed', (given, range) => {
    expect(() => importIn(given, range)).toThrow(`react ${range} is needed, and the shell brings ${given}.`)
  })
})

describe('a part of a page that did not come', () => {
  const HERE = 'https://griot.example/m/studio/0.1.0-g12345678'

  it('is asked for again by other addresses of the same version', () => {
    const { load, asked } = given()
    for (const type of ['timeout', 'error', 'load']) load(`${HERE}/a1.js`, type)

    expect(asked).toEqual([`${HERE}/a1.js`, `${HERE}~100/a1.js`, `${HERE}~200/a1.js`])
  })

  it('does not change how another part is asked for, nor meet what the shell tries by itself', () => {
    const { load, asked } = given()
    load(`${HERE}~2/a1.js`, 'timeout')
    load(`${HERE}~2/b2.js`, 'load')
    load(`${HERE}~2/a1.js`, 'load')

    expect(asked).toEqual([`${HERE}~2/a1.js`, `${HERE}~2/b2.js`, `${HERE}~102/a1.js`])
  })

  const given = () => {
    const asked: string[] = []
    const webpackRequire = {
      ...{ S: {}, m: {}, consumesLoadingData: { chunkMapping: {}, moduleIdToConsumeDataMapping: {} } },
      l: (address: string, done: (event: { type: string }) => void, key: string) => {
        asked.push(address)
        done({ type: key })
      },
    }
    initContainerEntry({ webpackRequire, shareScope: {} })
    /** The key says what becomes of it. */
    const load = (address: string, outcome: string) => webpackRequire.l(address, () => {}, outcome)
    return { load, asked }
  }
})
