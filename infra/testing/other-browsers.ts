import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { onPath } from '@griot/service-kit/files/find-program'
import { launch, TimeoutError } from 'puppeteer-core'
import { Builder } from 'selenium-webdriver'
import { DriverService } from 'selenium-webdriver/remote'

/** The part of a browser that tests in Firefox and WebKit use. */
export interface OtherBrowser {
  goto(url: string): Promise<void>
  /** Evaluates an expression in the page. The value must be serializable as JSON; undefined becomes null. */
  evaluate(expression: string): Promise<unknown>
  close(): Promise<void>
}

const firefox = await onPath('firefox-esr')
const webKitDriver = await onPath('WebKitWebDriver')
const xvfb = await onPath('Xvfb')

const openFirefox = async (): Promise<OtherBrowser> => {
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefox ?? '',
    extraPrefsFirefox: { 'media.autoplay.default': 0, 'media.autoplay.blocking_policy': 0 },
  })
  const [page = await browser.newPage()] = await browser.pages()
  return {
    goto: async (url) => {
      // Some tests never answer a script, which delays the event until the page gives up on it.
      const loading = page.goto(url, { waitUntil: 'domcontentloaded', timeout: 10_000 })
      await loading.catch((error) => {
        if (!(error instanceof TimeoutError)) throw error
      })
    },
    evaluate: async (expression) => (await page.evaluate(expression)) ?? null,
    close: () => browser.close(),
  }
}

/** WebKitGTK has no headless mode, so it runs on a virtual display. It shares its engine with Safari, but is not Safari. */
const openWebKit = async (): Promise<OtherBrowser> => {
  const home = await mkdtemp(join(tmpdir(), 'griot-webkit-'))
  const display = spawn(xvfb ?? '', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(createInterface(display.stdio[3] as Readable), 'line')) as [string]
  const environment = { HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: `:${number}`, LIBGL_ALWAYS_SOFTWARE: '1' }
  const service = new DriverService.Builder(webKitDriver ?? '')
    .setLoopback(true)
    .setEnvironment({ ...process.env, ...environment } as Record<string, string>)
    .build()
  const driver = await new Builder()
    .usingServer(await service.start())
    .withCapabilities({
      browserName: 'MiniBrowser',
      // The default strategy blocks navigation until every script has loaded; some tests never answer a script.
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': { args: ['--automation', '--autoplay-policy=allow'] },
    })
    .build()
  return {
    goto: async (url) => {
      await driver.get(url)
      // `get` may return before the previous page is replaced.
      const { origin } = new URL(url)
      await driver.wait(() => driver.executeScript(`return location.origin === ${JSON.stringify(origin)}`), 30_000)
    },
    evaluate: (expression) => driver.executeScript(`return (async () => (${expression}) ?? null)()`),
    close: async () => {
      await driver.quit()
      await service.kill()
      const gone = once(display, 'exit')
      display.kill()
      await gone
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Debian's packages: `firefox-esr`; `webkit2gtk-driver xvfb`. Tests skip a browser that is not installed. */
export const OTHER_BROWSERS = [
  { name: 'Firefox', isInstalled: firefox !== undefined, open: openFirefox },
  { name: 'WebKit', isInstalled: webKitDriver !== undefined && xvfb !== undefined, open: openWebKit },
]
