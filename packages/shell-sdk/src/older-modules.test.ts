import { SDK_ADDITIONS } from '@griot/contracts/modules'
import { describe, expect, it } from 'vitest'
import type * as sdk from './contract.ts'
import type * as sdk10 from './testing/sdk-1-0.ts'
import { SHELL_SDK_VERSION } from './version.ts'

// The compiler checks this: `npm run check` fails if an older module no longer fits.
describe('a module that was built for SDK 1.0', () => {
  it('gets the API that it expects', () => {
    const api = (shell: sdk.ShellApiV1): sdk10.ShellApiV1 => shell
    const events = (all: sdk.ShellEvents): sdk10.ShellEvents => all
    expect([api, events]).toHaveLength(2)
  })

  it('is accepted by the shell', () => {
    const remote = (module: sdk10.RemoteModuleV1): sdk.RemoteModuleV1 => module
    const slots = (filled: sdk10.RemoteInstanceV1['slots']): sdk.RemoteInstanceV1['slots'] => filled
    expect([remote, slots]).toHaveLength(2)
  })

  it('requires a version that this one satisfies', () => {
    expect(SHELL_SDK_VERSION).toMatch(/^1\./)
  })

  it('lists the additions of each version of the SDK', () => {
    const minors = Array.from({ length: Number(SHELL_SDK_VERSION.split('.')[1]) }, (_, at) => `1.${at + 1}.0`)
    expect(Object.keys(SDK_ADDITIONS)).toEqual(minors)
  })
})
