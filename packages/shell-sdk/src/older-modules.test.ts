import { describe, expect, it } from 'vitest'
import type * as sdk from './contract.ts'
import type * as sdk10 from './testing/sdk-1-0.ts'
import { SHELL_SDK_VERSION } from './version.ts'

// The compiler is the judge here: `npm run check` fails where an older module no longer fits.
describe('a module that was built for SDK 1.0', () => {
  it('is given everything it knows', () => {
    const given = (api: sdk.ShellApiV1): sdk10.ShellApiV1 => api
    const told = (events: sdk.ShellEvents): sdk10.ShellEvents => events
    expect([given, told]).toHaveLength(2)
  })

  it('is taken as it is', () => {
    const taken = (module: sdk10.RemoteModuleV1): sdk.RemoteModuleV1 => module
    const slots = (filled: sdk10.RemoteInstanceV1['slots']): sdk.RemoteInstanceV1['slots'] => filled
    expect([taken, slots]).toHaveLength(2)
  })

  it('asks for a version that this one satisfies', () => {
    expect(SHELL_SDK_VERSION).toMatch(/^1\./)
  })
})
