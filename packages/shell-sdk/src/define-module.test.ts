import type { Contributions } from '@griot/contracts/modules'
import { expect, it } from 'vitest'
import { defineModule } from './define-module.ts'
import { createTestShell } from './testing/render-screen.ts'

const contributes = {
  routes: [{ id: 'charts.home', path: '/charts', title: 'Charts', skeleton: 'list' }],
  nav: [],
  slots: [{ slot: 'tip-dialog', id: 'charts.tip', deadlineMs: 5000 }],
  commands: [{ id: 'charts.count' }],
  fallback: {},
} as const satisfies Contributions
type Declared = typeof contributes

const Page = () => null
const routes = { 'charts.home': Page }
const slots = { 'tip-dialog': Page }
const commands = { 'charts.count': async () => 7 }

it('returns the routes, slots and commands of setup', async () => {
  const { contract, setup } = defineModule<Declared>({ setup: async () => ({ routes, slots, commands }) })
  const { api, dispose } = createTestShell()

  expect(contract).toBe(1)
  expect(await setup(api)).toEqual({ routes, slots, commands })
  // Other tests share the module-level http.
  dispose()
})

// The compiler checks this: `npm run check` fails if one of these lines compiles.
it('does not compile if a declared contribution is missing', () => {
  const modules = [
    // @ts-expect-error a route is missing
    defineModule<Declared>({ setup: () => ({ routes: {}, slots, commands }) }),
    // @ts-expect-error a slot is missing
    defineModule<Declared>({ setup: () => ({ routes, slots: {}, commands }) }),
    // @ts-expect-error a command is missing
    defineModule<Declared>({ setup: () => ({ routes, slots }) }),
  ]
  expect(modules).toHaveLength(3)
})
