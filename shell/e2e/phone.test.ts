import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateCreator } from '@griot/contracts/catalog/creators'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { Visitor } from '@griot/service-kit/visitor'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findingsOn } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { publishedShow } from './given.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'
import { listenIn, soundGoesOn, soundOf } from './sound.ts'

const AMA = { email: 'ama@phone.example.org', firstName: 'Ama', lastName: 'Mensah' }
const KOFI = { email: 'kofi@phone.example.org', firstName: 'Kofi', lastName: 'Annan' }
const SHOW = 'The Tro-Tro Diaries'
// Longer than all of it takes, however slow the machine is.
const SECONDS = 120
const PHONE = { width: 360, height: 740 }

describe('with a phone in one hand', () => {
  const { origin } = runningProduct()
  const foreign: string[] = []
  let folder: string
  let browser: Browser
  let page: Page
  let show: Awaited<ReturnType<typeof publishedShow>>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-phone-'))
    const ama = new Visitor(origin)
    await ama.signIn(AMA)
    show = await publishedShow(ama, { title: SHOW, file: await recordMp3(folder, SECONDS, 'tro-tro.mp3') })
    browser = await launchBrowser()
    const context = await browser.newContext({
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    })
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin && !request.url().startsWith('data:')) foreign.push(request.url())
    })
    await listenIn(page)
    await signIn(page, `${origin}/podcast/${show.podcast.id}`, KOFI)
  })
  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const bar = () => page.getByRole('region', { name: 'Audio player' })
  const large = () => page.getByRole('dialog', { name: 'Now Playing' })
  const boxOf = async (place: Locator) => {
    const box = await place.boundingBox()
    if (!box) throw new Error('It is not to be seen')
    return box
  }
  /** One finger, along these points. */
  const drag = async (points: { x: number; y: number }[]) => {
    const touch = await page.context().newCDPSession(page)
    for (const [at, point] of points.entries()) {
      const type = at === 0 ? 'touchStart' : 'touchMove'
      await touch.send('Input.dispatchTouchEvent', { type, touchPoints: [point] })
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await touch.detach()
  }
  /** A toast that does not go by itself, because who looks elsewhere should miss nothing. */
  const keepToast = async (text: string) => {
    const toast = page.locator('.g-toast', { hasText: text })
    await toast.waitFor()
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    return toast
  }
  // Not the window’s own width: a phone shows a page that is too wide smaller, and its window grows with it.
  const isTooWide = async () => (await page.evaluate(() => document.documentElement.scrollWidth)) > PHONE.width
  /** Nothing if the page is as wide as the phone, else what makes it wider. */
  const widerThanPhone = async () => {
    if (!(await isTooWide())) return []
    return page.locator('main *').evaluateAll(
      (parts, width) => [
        'too wide',
        ...parts
          .filter((part) => part.getBoundingClientRect().right > width)
          .slice(-3)
          .map((part) => part.outerHTML.slice(0, 120)),
      ],
      PHONE.width,
    )
  }
  /** Names on the bottom bar that are wider than their share of it. */
  const namesWithoutRoom = () =>
    page.locator('.bottom-link').evaluateAll((links) =>
      links
        .filter((link) => {
          const name = document.createRange()
          name.selectNodeContents(link)
          return name.getBoundingClientRect().width > link.getBoundingClientRect().width
        })
        .map((link) => link.textContent),
    )

  it('plays, in a bar of two rows that covers nothing', async () => {
    await page.getByRole('button', { name: `Listen to ${SHOW}` }).tap()
    await soundGoesOn(page)
    expect((await boxOf(bar())).height).toBeLessThan(120)

    // What is still being fetched makes the page longer.
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
        const end = await boxOf(page.getByRole('main').getByText('About the Host'))
        return end.y + end.height < (await boxOf(bar())).y
      })
      .toBe(true)
    expect(await findingsOn(page)).toEqual([])
  })

  it('hides nothing behind a bar that the Tab key has reached', async () => {
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.locator('main').focus()
    const hidden: string[] = []
    let reached = 0
    while (reached < 100) {
      await page.keyboard.press('Tab')
      const found = await page.evaluate(() => {
        const control = document.activeElement
        const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
        if (!control?.closest('main')) return null
        const { top, bottom } = control.getBoundingClientRect()
        const isSeen = top >= (edge('.top-bar')?.bottom ?? 0) && bottom <= (edge('.player-bar')?.top ?? 0)
        return { isSeen, name: control.getAttribute('aria-label') ?? control.textContent ?? '' }
      })
      if (found === null) break
      reached += 1
      if (!found.isSeen) hidden.push(found.name)
    }
    expect(reached).toBeGreaterThan(5)
    expect(hidden).toEqual([])
  })

  it('opens the player over the whole screen, whose waveform is the slider', async () => {
    await bar().getByRole('button', { name: 'Open full screen' }).tap()
    const slider = large().getByRole('slider', { name: 'Progress' })
    await slider.waitFor()
    await expect.poll(() => large().locator('.waveform-played path').getAttribute('d')).toMatch(/v(?!4M)\d/)
    for (const control of ['Back 15 seconds', 'Pause', 'Forward 15 seconds', 'Tip Creator']) {
      const { x, y, width, height } = await boxOf(large().getByRole('button', { name: control }))
      expect(y + height, control).toBeLessThanOrEqual(PHONE.height)
      expect(x + width, control).toBeLessThanOrEqual(PHONE.width)
    }

    const { x, y, width, height } = await boxOf(large().locator('.waveform'))
    expect(width).toBeGreaterThan(PHONE.width * 0.8)
    await drag([0.2, 0.3, 0.45, 0.6].map((share) => ({ x: x + width * share, y: y + height / 2 })))
    await expect.poll(() => soundOf(page).then(({ position }) => position / SECONDS)).toBeGreaterThan(0.58)
    expect((await soundOf(page)).position / SECONDS).toBeLessThan(0.9)

    await slider.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => soundOf(page).then(({ position }) => position)).toBeLessThan(5)
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/seconds? of 2 minutes$/)
    expect(await findingsOn(page)).toEqual([])
  })

  it('says there what it has to say without covering a control', async () => {
    await page.route('**/assets/*.js', (route) => route.abort(), { times: 1 })
    await large().getByRole('button', { name: 'Queue' }).tap()
    const said = await keepToast('That did not open')
    const covered = await said.evaluate((toast) => {
      const { left, right, top, bottom } = toast.getBoundingClientRect()
      return [...document.querySelectorAll('.g-dialog :is(a, button, input)')]
        .filter((control) => {
          const box = control.getBoundingClientRect()
          return box.left < right && box.right > left && box.top < bottom && box.bottom > top
        })
        .map((control) => control.getAttribute('aria-label') ?? control.textContent)
    })
    expect(covered).toEqual([])
    expect(await findingsOn(page)).toEqual([])
    await said.locator('.g-toast-close').tap()
    await said.waitFor({ state: 'detached' })
  })

  it('reaches from there what the bar has no room for', async () => {
    for (const [button, dialog] of [
      [/^Speed and sleep timer/, 'Playback'],
      ['Queue', 'Queue'],
    ] as const) {
      await large().getByRole('button', { name: button }).tap()
      await page.getByRole('dialog', { name: dialog }).waitFor()
      await page.getByRole('dialog', { name: dialog }).getByRole('button', { name: 'Close' }).tap()
      await page.getByRole('dialog', { name: dialog }).waitFor({ state: 'detached' })
      await large().waitFor()
    }
    await large().getByRole('button', { name: 'Close' }).tap()
    await large().waitFor({ state: 'detached' })
    await soundGoesOn(page)
  })

  it('goes everywhere with the bottom bar and More, while it plays on', async () => {
    for (const [place, heading] of [
      ['Discover', 'Discover'],
      ['Library', 'Library'],
      ['Rewards', 'Rewards and Achievements'],
      ['Points', 'Points'],
      ['Upload', 'Audio Content Management'],
      ['Admin', 'Admin'],
    ] as const) {
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place, exact: true })
      const visible = link.filter({ visible: true })
      if ((await visible.count()) === 0) await page.getByRole('button', { name: 'More' }).tap()
      await visible.tap()
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      expect(await isTooWide(), place).toBe(false)
    }
    await soundGoesOn(page)
    await page.getByRole('button', { name: 'More' }).tap()
    await page.getByRole('link', { name: 'Sign Out' }).filter({ visible: true }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('loses nothing when the text is twice as large', async () => {
    // As the phone's own setting does it: what is measured in letters follows, the queries of the style sheets too.
    const settings = await page.context().newCDPSession(page)
    await settings.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    const tooWide: string[] = []
    const look = async (path: string) => tooWide.push(...(await widerThanPhone()).map((part) => `${path}: ${part}`))
    for (const path of [
      '/',
      '/discover',
      '/library',
      '/rewards',
      '/points',
      '/points?tab=how',
      '/points?tab=achievements',
      '/points/history',
      '/upload',
      '/upload?tab=library',
      '/admin',
      `/episode/${show.episode.id}`,
      `/podcast/${show.podcast.id}`,
    ]) {
      await page.goto(origin + path)
      await page.locator('main h1').waitFor()
      await look(`${path}, while it loads`)
      await page.locator('.g-skeleton').first().waitFor({ state: 'detached' })
      await look(path)
    }
    expect(tooWide).toEqual([])
    expect(await namesWithoutRoom()).toEqual([])
    // What the page preloads is what the shell then asks for: were they different, both would be fetched.
    const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(asked.filter((name) => name.endsWith('/api/auth/user'))).toHaveLength(1)

    await page.getByRole('button', { name: `Listen to ${SHOW}` }).tap()
    const fits = async (place: Locator, controls: string[]) => {
      for (const control of controls) {
        const { x, width } = await boxOf(place.getByRole('button', { name: control }))
        expect(x, control).toBeGreaterThanOrEqual(0)
        expect(x + width, control).toBeLessThanOrEqual(PHONE.width)
      }
    }
    await fits(bar(), ['Back 15 seconds', 'Pause', 'Forward 15 seconds'])
    expect((await boxOf(bar())).y, 'half of the screen is for the page').toBeGreaterThan(PHONE.height / 2)

    await bar().getByRole('button', { name: 'Open full screen' }).tap()
    await fits(large(), ['Back 15 seconds', 'Pause', 'Forward 15 seconds', 'Mute', 'Tip Creator'])
    expect(await large().evaluate((player) => player.scrollWidth - player.clientWidth)).toBe(0)
    await large().getByRole('button', { name: 'Close' }).tap()
    await large().waitFor({ state: 'detached' })
    await settings.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  })

  it('keeps to the screen whatever anybody is called', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaftskapitän'
    const person = { ...KOFI, email: 'long@phone.example.org', firstName: word }
    const long = new Visitor(origin)
    await long.signIn(person)
    const made = await publishedShow(long, { title: word.repeat(4), file: join(folder, 'tro-tro.mp3') })
    await long.call(CreateCreator, { body: { name: word.repeat(2), bio: word.repeat(8) } })
    await page.context().clearCookies()
    await signIn(page, `${origin}/`, person)
    const paths = ['/', '/admin?tab=creators', `/podcast/${made.podcast.id}`, `/episode/${made.episode.id}`]
    for (const path of paths) {
      await page.goto(origin + path)
      await page.locator('main h1').waitFor()
      await page.locator('.g-skeleton').first().waitFor({ state: 'detached' })
      expect(await widerThanPhone(), path).toEqual([])
    }
  })

  it('sweeps away what was said, to the right and by fifty pixels', async () => {
    await page.getByRole('button', { name: 'Favorite', exact: true }).tap()
    const said = await keepToast('Added to Favorites')
    const { x, y, height } = await boxOf(said)
    const along = (by: number) => ({ x: x + 60 + by, y: y + height / 2 })
    await drag([along(0), along(20), along(40)])
    await said.and(page.locator('[data-swipe="cancel"]')).waitFor()
    await drag([along(0), along(30), along(60), along(90)])
    await said.waitFor({ state: 'detached' })
  })

  it('has asked nobody but this server for anything', () => {
    expect(foreign).toEqual([])
  })
})
