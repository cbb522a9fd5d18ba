import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN_EMAIL, METRICS_TOKEN } from '@griot/service-kit/testing/running-product'
import type { TestProject } from 'vitest/node'
import { findChromium } from './chromium.ts'
import { startGriot } from './start-griot.ts'

/** The configuration of the servers that `npm run test:production` has started. */
const productionEnvironment = () => JSON.parse(process.env.TEST_PRODUCT ?? '{}') as Record<string, string>

/** Starts one product for all journeys, with temporary data. Builds it if needed. */
export default async (project: TestProject) => {
  const chromium = await findChromium()
  const dataDir = await mkdtemp(join(tmpdir(), 'griot-journeys-'))
  // With this variable the product ends when the test run is killed.
  const product = startGriot(dataDir, {
    ADMIN_EMAILS: ADMIN_EMAIL,
    METRICS_TOKEN,
    npm_lifecycle_event: 'test',
    ...productionEnvironment(),
  })
  const close = async () => {
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    project.provide('product', { origin: await product.ready, dataDir, chromium })
  } catch (error) {
    await close()
    throw error
  }
  return close
}
