import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ADMIN_EMAIL, METRICS_TOKEN } from '@griot/service-kit/testing/running-product'
import type { TestProject } from 'vitest/node'
import { findChromium } from './chromium.ts'
import { createDataFolder } from './data-folder.ts'
import { startGriot } from './start-griot.ts'

/** The configuration of the servers that `npm run test:production` has started. */
const productionEnvironment = () => JSON.parse(process.env.TEST_PRODUCT ?? '{}') as Record<string, string>

/** The service of the module `probe`: the path `/3` returns the count 3. */
const startProbeService = async () => {
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ count: Number(url.slice(1)) }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** Starts one product for all journeys, with temporary data. Builds it if needed. */
export default async (project: TestProject) => {
  const chromium = await findChromium()
  const dataDir = await createDataFolder('griot-journeys-')
  const probeService = await startProbeService()
  // With this variable the product ends when the test run is killed.
  const product = startGriot(dataDir, {
    ADMIN_EMAILS: ADMIN_EMAIL,
    METRICS_TOKEN,
    MODULE_BACKENDS: `probe=${probeService.url}`,
    npm_lifecycle_event: 'test',
    ...productionEnvironment(),
  })
  const close = async () => {
    await product.stop()
    probeService.close()
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
