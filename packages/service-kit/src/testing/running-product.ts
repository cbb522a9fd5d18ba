import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The product and the browser of the journeys. */
    product: { origin: string; dataDir: string; chromium: string }
  }
}

export const ADMIN_EMAIL = 'admin@example.org'
export const METRICS_TOKEN = 'metrics-of-the-journeys'.padEnd(32, '-')

/** All journeys of a test run share one product. */
export const runningProduct = () => inject('product')
