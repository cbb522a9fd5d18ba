import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { root } from '../build/targets.ts'
import { printLine, step } from '../common/progress.ts'
import { cookiesFor, openBrowser } from '../testing/browser.ts'
import { openSampleProduct } from './sample-product.ts'
import { type Scene, scenesOf } from './scenes.ts'

/** `npm run screenshots`, or `npm run screenshots -- --only player,tip` for scenes whose name contains one of these words. */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const words = values.only.split(',')
const FOLDER = join(root, 'screenshots')
const VARIANTS = (['light', 'dark'] as const).flatMap((theme) => [
  { theme, viewport: { width: 360, height: 740 } },
  { theme, viewport: { width: 1280, height: 800 } },
])
const TIMEOUT_MS = 10_000

/** Takes a screenshot. Returns the errors that occurred before it. */
const take = async (context: BrowserContext, address: string, scene: Scene, file: string) => {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  try {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await waitUntilLoaded(page)
    await scene.act?.(page)
    await waitUntilLoaded(page)
    if (!(await page.getByRole('dialog').first().isVisible())) await fitWindow(page)
  } catch (error) {
    errors.push(String(error).split('\n')[0] ?? '')
  }
  await page.screenshot({ path: join(FOLDER, file), animations: 'disabled' })
  return errors.join('; ')
}

/** Makes the window as high as the page, so that fixed elements are at the bottom of the screenshot. */
const fitWindow = async (page: Page) => {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height })
  await waitUntilLoaded(page)
}

/** Waits until skeletons are removed and fonts and images are loaded. */
const waitUntilLoaded = async (page: Page) => {
  await page.locator('.g-skeleton').first().waitFor({ state: 'detached' })
  await page.evaluate(`Promise.all([
    document.fonts.ready,
    ...[...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight).map((image) => image.decode().catch(() => {})),
  ]).then(() => undefined)`)
}

await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const product = await step('Starting the product with demo shows', openSampleProduct)
const browser = await openBrowser()

const takeAll = async ({ theme, viewport }: (typeof VARIANTS)[number]) => {
  const newcomer = await product.signInNewcomer(`${theme}-${viewport.width}`)
  const cookies = { visitor: '', creator: product.creator, newcomer }
  const files: string[] = []
  for (const scene of scenesOf(product).filter(({ name }) => words.some((word) => name.includes(word)))) {
    const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' })
    context.setDefaultTimeout(TIMEOUT_MS)
    await context.addCookies(cookiesFor(product.origin, cookies[scene.user ?? 'creator']))
    const file = `${scene.name}-${viewport.width}-${theme}.png`
    const problem = await take(context, product.origin + scene.path, scene, file)
    if (problem) printLine(`  ${file}: ${problem}`)
    await context.close()
    files.push(file)
  }
  return files
}

try {
  const files: string[] = []
  for (const variant of VARIANTS) {
    const { theme, viewport } = variant
    files.push(...(await step(`${theme}, ${viewport.width} pixels`, () => takeAll(variant))))
  }
  const images = files.sort().map((file) => `<a href="${file}"><img src="${file}" alt="${file}" width="320"></a>`)
  await writeFile(join(FOLDER, 'index.html'), `<!doctype html><title>Screenshots</title>\n${images.join('\n')}\n`)
  printLine(`${files.length} screenshots: ${join(FOLDER, 'index.html')}`)
} finally {
  await browser.close()
  await product.close()
}
