import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const withoutBuilds = ['**/node_modules/**', '**/dist/**', '**/.tsbuild/**']

// Kill processes, cut connections and break modules: `npm run drills`.
const drills = [
  'infra/drills/**/*.test.ts',
  'services/media/src/worker.test.ts',
  'gateway/src/auth/separate-issuer.test.ts',
  'shell/e2e/module-*.test.ts',
]

// Events are awaited as long as a busy machine may need: a second is a bet on an idle one.
const patient = { poll: { timeout: 30_000, interval: 50 } }

export default defineConfig({
  test: {
    // Most tests wait for a database, ffmpeg or a browser, so two at a time pay even on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Files share what they import (`isolate: false`), which is half of the time otherwise: so a test leaves nothing in a
    // module or in `process.env` for the next one to find.
    projects: [
      {
        test: {
          name: 'node',
          isolate: false,
          include: ['**/*.test.ts'],
          exclude: [...withoutBuilds, ...drills, 'shell/e2e/**'],
          globalSetup: ['infra/testing/global-setup.ts'],
          expect: patient,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        // As the browser gets it: its package says so in a field that only bundlers read.
        resolve: { alias: { 'tus-js-client': resolve('node_modules/tus-js-client/lib.es5/browser/index.js') } },
        test: {
          name: 'screens',
          include: ['**/*.test.tsx'],
          exclude: withoutBuilds,
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['infra/testing/screen-setup.ts'],
          expect: patient,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['shell/e2e/**/*.test.ts'],
          exclude: [...withoutBuilds, ...drills],
          globalSetup: ['infra/testing/journey-setup.ts'],
          expect: patient,
          testTimeout: 240_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'drills',
          include: drills,
          exclude: withoutBuilds,
          globalSetup: ['infra/testing/global-setup.ts', 'infra/testing/journey-setup.ts'],
          expect: patient,
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
