import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from './axe.ts'
import { closeContexts, launchBrowser } from './browser.ts'

const root = new URL('../../', import.meta.url)
const sources = new URL('packages/ui/src/', root)

/** The components that packages/ui exports. */
const exported = readdirSync(sources)
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
  .flatMap((name) => [
    ...readFileSync(new URL(name, sources), 'utf8').matchAll(/^export (?:function|const) ([A-Z]\w*)/gm),
  ])
  .map(([, name = '']) => name)

/** Runs `npm run ui` on a free port. */
const startPage = () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'infra/ui/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const address = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = line.match(/^The components are shown at (\S+)$/)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error('the process ended without an address')))
  })
  return {
    address,
    async stop() {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}

describe('the page of all components', () => {
  const server = startPage()
  const messages: string[] = []
  let page: Page

  beforeAll(async () => {
    const browser = await launchBrowser()
    page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') messages.push(message.text())
    })
    page.on('pageerror', (error) => messages.push(String(error)))
    await page.goto(await server.address)
    await page.getByRole('heading', { name: 'Components' }).waitFor()
  })
  afterAll(async () => {
    await closeContexts()
    expect(await server.stop()).toBe(0)
  })

  it('shows every exported component', async () => {
    const shown = await page
      .locator('[data-component]')
      .evaluateAll((sections) => sections.map((section) => section.getAttribute('data-component')))
    expect(exported.length).toBeGreaterThan(15)
    expect(shown).toEqual(expect.arrayContaining(exported))
  })

  it.each(['Light', 'Dark'])('has no axe violations, wide and narrow: %s', async (theme) => {
    await page.getByRole('button', { name: theme, exact: true }).click()
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await axeViolations(page), `${width} pixels wide`).toEqual([])
    }
  })

  it('opens dialogs without axe violations', async () => {
    for (const theme of ['Light', 'Dark']) {
      await page.getByRole('button', { name: theme, exact: true }).click()
      await page.getByRole('button', { name: 'A form' }).click()
      await page.getByRole('button', { name: 'Ask once more' }).click()
      await page.getByRole('dialog', { name: 'Are you sure?' }).waitFor()
      expect(await axeViolations(page), theme).toEqual([])
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })

  it('shows toasts without axe violations', async () => {
    for (const title of ['Points Earned!', 'Upload failed']) {
      await page.getByRole('button', { name: title }).click()
      await page.locator('.g-toast', { hasText: title }).waitFor()
      expect(await axeViolations(page), title).toEqual([])
    }
  })

  it('fits with text of double size', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  })

  it('logs no errors', () => {
    // This image is broken on purpose, to show the generated cover.
    expect(messages.filter((text) => !text.includes('data:image/png,broken'))).toEqual([])
  })
})
