import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { root } from '../build/targets.ts'
import { say, step } from '../common/progress.ts'
import { cookiesFor, openBrowser } from '../testing/browser.ts'
import { contactSheet, type Shot } from './contact-sheet.ts'
import { type House, openHouse } from './house.ts'
import { type Scene, scenesOf } from './scenes.ts'

/** `npm run screenshots`, or `npm run screenshots -- --only player,tip` for those whose name has one of that in it. */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, into: { type: 'string' } } })
const wanted = values.only.split(',')
const FOLDER = resolve(root, values.into ?? 'screenshots')
const THEMES = ['light', 'dark'] as const
const SIZES = [
  { device: 'phone', width: 360, height: 740 },
  { device: 'desktop', width: 1280, height: 800 },
] as const
const PATIENCE_MS = 10_000

interface Look {
  theme: (typeof THEMES)[number]
  size: (typeof SIZES)[number]
}

const takeAll = async (browser: Browser, house: House, look: Look) => {
  const { theme, size } = look
  const newcomer = await house.arrive(`${theme}-${size.device}`)
  const cookies = { nobody: '', zora: house.zora, newcomer }
  const open = async (who: Scene['who']) => {
    const viewport = { width: size.width, height: size.height }
    const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' })
    context.setDefaultTimeout(PATIENCE_MS)
    await context.addCookies(cookiesFor(house.origin, cookies[who]))
    return context
  }
  const shared = { nobody: await open('nobody'), zora: await open('zora'), newcomer: await open('newcomer') }

  const shots: Shot[] = []
  for (const scene of scenesOf(house)) {
    if (!wanted.some((part) => scene.name.includes(part)) || (scene.on && scene.on !== size.device)) continue
    const file = `${scene.name}-${size.width}-${theme}.png`
    const context = scene.alone ? await open(scene.who) : shared[scene.who]
    const problem = await take(context, house.origin + scene.path, scene, file)
    if (problem) say(`  ${file}: ${problem}`)
    if (scene.alone) await context.close()
    shots.push({ scene: scene.name, file, ...look })
  }
  await Promise.all(Object.values(shared).map((context) => context.close()))
  return shots
}

/** One picture; answers what went wrong on the way to it, which is then what the picture shows. */
const take = async (context: BrowserContext, address: string, scene: Scene, file: string) => {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  try {
    await scene.prepare?.(page)
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await settled(page)
    await scene.act?.(page)
    await settled(page)
  } catch (error) {
    complaints.push(String(error).split('\n')[0] ?? '')
  }
  if (!scene.window) await makeRoom(page)
  await page.screenshot({ path: join(FOLDER, file), animations: 'disabled' })
  await page.close()
  return complaints.join('; ')
}

/** A window as high as the page: what is fixed to its bottom is then at the bottom of the picture. */
const makeRoom = async (page: Page) => {
  const width = page.viewportSize()?.width ?? 0
  for (let height = 0, needed = await heightOf(page); needed > height; needed = await heightOf(page)) {
    height = needed
    await page.setViewportSize({ width, height })
    await settled(page).catch(() => undefined)
  }
}

const heightOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollHeight')

/** No place is held for something that is still to come. */
const settled = async (page: Page) => {
  await page.locator('.g-skeleton').first().waitFor({ state: 'detached' })
  await page.evaluate(`Promise.all([
    document.fonts.ready,
    ...[...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight).map((image) => image.decode().catch(() => {})),
  ]).then(() => undefined)`)
}

// What somebody named may hold more than pictures.
if (values.into === undefined) await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const house = await step('Starting the product with its demo', openHouse)
const browser = await openBrowser()
try {
  const shots: Shot[] = []
  for (const theme of THEMES) {
    for (const size of SIZES) {
      shots.push(...(await step(`${theme}, ${size.width} pixels`, () => takeAll(browser, house, { theme, size }))))
    }
  }
  await writeFile(join(FOLDER, 'index.html'), contactSheet(shots))
  say(`${shots.length} pictures: ${join(FOLDER, 'index.html')}`)
} finally {
  await browser.close()
  await house.close()
}
