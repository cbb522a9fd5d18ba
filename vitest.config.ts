import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { providedModules } from './packages/mfe-preset/src/shared.ts'

const withoutBuilds = ['**/node_modules/**', '**/dist/**', '**/.tsbuild/**']

// Fault tests, which kill processes, cut connections and break modules: `npm run drills`.
const drills = [
  'infra/drills/**/*.test.ts',
  'services/media/src/worker.test.ts',
  'gateway/src/auth/separate-issuer.test.ts',
  'shell/e2e/module-*.test.ts',
]

// Fault tests of the start, which need no product: `npm run test:start`. CI runs them.
const starts = ['infra/start/start.test.ts', 'infra/postgres/launcher.test.ts']

// The work of module teams, from a token to a rollback, and modules that fail: `npm run test:modules`. CI runs them.
const moduleJourneys = ['broken-remotes', 'mfe-command', 'modules'].map((name) => `shell/e2e/${name}.test.ts`)

// The work of admins and of members of a show: `npm run test:desk`. CI runs them.
const deskJourneys = ['access-matrix', 'blocking', 'desk', 'members', 'queue-bulk', 'reports'].map(
  (name) => `shell/e2e/${name}.test.ts`,
)

// Two groups that take about the same time. `npm test` runs them at the same time, each with a product of its own.
const listenerJourneys = [
  'bad-network',
  'dialogs',
  'home-library',
  'offline-buttons',
  'overlays',
  'phone',
  'player',
  'points',
  'restore',
  'scroll-position',
  'search',
  'session',
].map((name) => `shell/e2e/${name}.test.ts`)

// `expect.poll` waits 30 s instead of 1 s, which is too short on a busy machine.
const longPoll = { poll: { timeout: 30_000, interval: 100 } }

const journeys = (name: string, { include, exclude = [] }: { include: string[]; exclude?: string[] }) => ({
  test: {
    name,
    isolate: false,
    include,
    exclude: [...withoutBuilds, ...exclude],
    globalSetup: ['infra/testing/journey-setup.ts'],
    expect: longPoll,
    testTimeout: 240_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
})

export default defineConfig({
  test: {
    // Most tests wait for a database, ffmpeg or a browser, so two workers are faster than one even on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // `isolate: false`: test files of a worker share loaded modules, which halves the run time. A test must therefore restore
    // the module state and the variables of `process.env` that it changes.
    projects: [
      {
        test: {
          name: 'node',
          isolate: false,
          include: ['**/*.test.ts'],
          exclude: [...withoutBuilds, ...drills, ...starts, 'shell/e2e/**'],
          globalSetup: ['infra/testing/global-setup.ts'],
          expect: longPoll,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        // The browser build, which the package names in the field `browser`. Only bundlers read this field.
        define: { PROVIDED: JSON.stringify(providedModules()) },
        resolve: { alias: { 'tus-js-client': resolve('node_modules/tus-js-client/lib.es5/browser/index.js') } },
        test: {
          name: 'screens',
          include: ['**/*.test.tsx'],
          exclude: withoutBuilds,
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['infra/testing/screen-setup.ts'],
          expect: longPoll,
          testTimeout: 60_000,
        },
      },
      journeys('listener-journeys', { include: listenerJourneys }),
      journeys('journeys', {
        include: ['shell/e2e/**/*.test.ts'],
        exclude: [...drills, ...listenerJourneys, ...moduleJourneys, ...deskJourneys],
      }),
      journeys('module-journeys', { include: moduleJourneys }),
      journeys('desk-journeys', { include: deskJourneys }),
      {
        test: {
          name: 'start',
          include: starts,
          exclude: withoutBuilds,
          expect: longPoll,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'drills',
          include: drills,
          exclude: withoutBuilds,
          globalSetup: ['infra/testing/global-setup.ts', 'infra/testing/journey-setup.ts'],
          expect: longPoll,
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
