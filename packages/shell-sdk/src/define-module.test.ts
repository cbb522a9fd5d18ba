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
type Announced = typeof contributes

const Page = () => null
const routes = { 'charts.home': Page }
const slots = { 'tip-dialog': Page }
const commands = { 'charts.count': async () => 7 }

it('brings what is announced', async () => {
  const { contract, setup } = defineModule<Announced>({ setup: async () => ({ routes, slots, commands }) })
  const { api, dispose } = createTestShell()

  expect(contract).toBe(1)
  expect(await setup(api)).toEqual({ routes, slots, commands })
  // Other tests share who asks.
  dispose()
})

// The compiler is the judge here: `npm run check` fails where one of these is let through.
it('does not compile where something is announced and not brought', () => {
  const modules = [
    // @ts-expect-error a page is missing
    defineModule<Announced>({ setup: () => ({ routes: {}, slots, commands }) }),
    // @ts-expect-error what fills the slot is missing
    defineModule<Announced>({ setup: () => ({ routes, slots: {}, commands }) }),
    // @ts-expect-error the command is missing
    defineModule<Announced>({ setup: () => ({ routes, slots }) }),
  ]
  expect(modules).toHaveLength(3)
})
