import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN_EMAIL, METRICS_TOKEN } from '@griot/service-kit/testing/running-product'
import type { TestProject } from 'vitest/node'
import { findChromium } from './chromium.ts'
import { startGriot } from './griot.ts'

/** The servers around the product that `npm run test:production` has started, as the product is told of them. */
const inProduction = () => JSON.parse(process.env.TEST_PRODUCT ?? '{}') as Record<string, string>

/** One product for all journeys, on a free port and in a folder of its own; what is not built is built first. */
export default async (project: TestProject) => {
  const chromium = await findChromium()
  const dataDir = await mkdtemp(join(tmpdir(), 'griot-journeys-'))
  // As if npm ran it: it then ends by itself when the test run is killed.
  const product = startGriot(dataDir, {
    ADMIN_EMAILS: ADMIN_EMAIL,
    METRICS_TOKEN,
    npm_lifecycle_event: 'test',
    ...inProduction(),
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
