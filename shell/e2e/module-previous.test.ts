import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { type ModuleServer, ROOT, startModuleServer } from './module-server.ts'

/** The built listener module of the previous release. `npm run test:previous` sets it. */
const dist = process.env.PREVIOUS_LISTENER

const SHARING_ERROR = /Content Security Policy|Invalid hook call|<Router>|QueryClient set|TypeError|failed \(/

describe.skipIf(dist === undefined)('the listener module of the previous release', () => {
  let folder: string
  let server: ModuleServer
  let browser: Browser

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-previous-'))
    server = await startModuleServer({
      modulesDir: path.join(folder, 'modules'),
      shellDir: path.join(ROOT, 'shell/dist'),
    })
    await server.publish(dist ?? '')
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await closeContexts()
    server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('renders its pages in the current shell, with the libraries of the shell', async () => {
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))

    await page.goto(`${server.origin}/discover`, { waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'Discover', level: 1 }).waitFor()
    await page.locator('nav a[href="/library"]').first().click()
    await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor()

    // The screens report that this server has no API.
    expect(errors.filter((text) => SHARING_ERROR.test(text))).toEqual([])
  })
})
