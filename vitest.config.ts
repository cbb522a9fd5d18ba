import { defineConfig } from 'vitest/config'

const withoutBuilds = ['**/node_modules/**', '**/dist/**', '**/.tsbuild/**']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['**/*.test.ts'],
          exclude: [...withoutBuilds, 'shell/e2e/**'],
          globalSetup: ['infra/testing/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'screens',
          include: ['**/*.test.tsx'],
          exclude: withoutBuilds,
          environment: 'jsdom',
          setupFiles: ['infra/testing/screen-setup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['shell/e2e/**/*.test.ts'],
          exclude: withoutBuilds,
          globalSetup: ['infra/testing/journey-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
