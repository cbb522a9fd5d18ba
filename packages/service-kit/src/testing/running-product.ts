import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The product that was started for the journeys, and the browser that goes through it. */
    product: { origin: string; dataDir: string; chromium: string }
  }
}

export const ADMIN_EMAIL = 'admin@example.org'
export const METRICS_TOKEN = 'metrics-of-the-journeys'.padEnd(32, '-')

/** The whole product, as one command brought it up; every journey of the test run shares it. */
export const runningProduct = () => inject('product')
