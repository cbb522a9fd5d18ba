import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chaptersPath } from '@griot/contracts/public-addresses'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { chapterOptions } from '@griot/service-kit/testing/chapter-options'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audioState, captureAudio, mediaSessionOf } from './audio.ts'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { expectAccessible, skipAfterFailure, toast, WIDTHS, WINDOWS } from './journey.ts'
import { elementsTooWide } from './page-width.ts'
import { record } from './recording.ts'
import { signIn } from './sign-in.ts'

const { origin } = runningProduct()
const SECONDS = 200
const IN_FILE = [
  { start: 0, title: 'The gate' },
  { start: 50, title: 'The river' },
  { start: 100, title: 'The sea' },
]

describe.each(WINDOWS)('the chapters of an episode, on %s', (name, options) => {
  const size = WIDTHS[name === 'a phone' ? 0 : 1]
  const person = { email: `ama.${size.width}@chapters.example.org`, firstName: 'Ama', lastName: 'Mensah' }
  let folder: string
  let browser: Browser
  let page: Page
  let show: Awaited<ReturnType<typeof publishPodcast>>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-chapters-'))
    const ama = new ApiClient(origin)
    await ama.signIn(person)
    const file = await record(folder, SECONDS, 'walk.mp3', chapterOptions(IN_FILE, SECONDS))
    show = await publishPodcast(ama, { title: `A walk on ${name}`, file })
    browser = await launchBrowser()
    page = await (await browser.newContext({ ...options, reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(60_000)
    await captureAudio(page)
    await signIn(page, `${origin}/studio/${show.podcast.id}`, person)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })
  skipAfterFailure()

  const editor = () => page.getByRole('dialog', { name: 'Chapters' })
  const start = (number: number) =>
    editor()
      .getByRole('group', { name: `Chapter ${number}` })
      .getByLabel('Start', { exact: true })
  const openEditor = () => page.getByRole('button', { name: `Chapters of ${show.episode.title}` }).click()
  const expectUsable = async () => {
    await expectAccessible(page, size)
    await page.setViewportSize(size)
    expect(await elementsTooWide(page, size.width)).toEqual([])
  }
  const file = () => fetch(origin + chaptersPath(show.episode.id))

  it('are proposed from the file', async () => {
    expect((await file()).status).toBe(404)
    await openEditor()
    await editor().getByText('The audio file contains 3 chapters.').waitFor()
    await editor()
      .getByRole('img', { name: /^Waveform of/ })
      .waitFor()
    await expectUsable()
    await editor().getByRole('button', { name: 'Use these chapters' }).click()
    await expect.poll(() => start(3).inputValue()).toBe('1:40')
    await expectUsable()
  })

  it('move by dragging their mark and by keys', async () => {
    const mark = editor().locator('[data-chapter-mark="2"]')
    await mark.scrollIntoViewIfNeeded()
    const box = await mark.boundingBox()
    const waveform = await editor()
      .getByRole('img', { name: /^Waveform of/ })
      .boundingBox()
    if (!box || !waveform) throw new Error('the waveform is not visible')
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + box.width / 2, y)
    await page.mouse.down()
    await page.mouse.move(waveform.x + waveform.width * 0.6, y, { steps: 4 })
    await page.mouse.move(waveform.x + waveform.width * 0.75, y, { steps: 4 })
    await page.mouse.up()
    expect(await start(3).inputValue()).toMatch(/^2:(29|30)(\.\d)?$/)

    await start(3).fill('2:30')
    await start(3).press('ArrowDown')
    await start(3).press('Shift+ArrowUp')
    expect(await start(3).inputValue()).toBe('2:29.1')
  })

  it('show problems beside the fields, and are saved when there are none', async () => {
    await start(3).fill('4:00')
    await editor().getByRole('button', { name: 'Save chapters' }).click()
    await editor().getByText('This is after the end of the recording.').waitFor()
    await expectUsable()
    await start(3).fill('2:30')
    await editor().getByRole('button', { name: 'Save chapters' }).click()
    await toast(page, 'Chapters saved.')
    await editor().waitFor({ state: 'detached' })
    await openEditor()
    await expect.poll(() => start(3).inputValue()).toBe('2:30')
    await editor().getByRole('button', { name: 'Cancel' }).click()
  })

  it('are public as JSON that pages of other origins may read', async () => {
    const response = await file()
    expect(response.headers.get('content-type')).toBe('application/json+chapters')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await response.json()).toEqual({
      version: '1.2.0',
      chapters: [
        { startTime: 0, title: 'The gate' },
        { startTime: 50, title: 'The river' },
        { startTime: 150, title: 'The sea' },
      ],
    })
  })

  it('are marks and a list in the player, and part of the title on the lock screen', async () => {
    await page.goto(`${origin}/podcast/${show.podcast.id}`)
    await page.getByRole('button', { name: `Play ${show.episode.title}`, exact: true }).click()
    const bar = page.getByRole('region', { name: 'Audio player' })
    await bar.getByRole('button', { name: 'Pause' }).waitFor()
    await expect.poll(() => bar.locator('.chapter-mark').count()).toBe(3)
    const title = () => mediaSessionOf(page).then((session) => session.title)
    await expect.poll(title).toBe(`The gate · ${show.episode.title}`)

    await page.locator('main').press('Shift+ArrowRight')
    await expect.poll(title).toBe(`The river · ${show.episode.title}`)
    expect((await audioState(page)).position).toBeGreaterThanOrEqual(50)

    await bar.getByRole('button', { name: 'Open full screen' }).click()
    const large = page.getByRole('dialog', { name: 'Now Playing' })
    const list = large.getByRole('region', { name: 'Chapters' })
    await list.getByRole('button', { name: 'The sea' }).click()
    await large.locator('.chapter-line').getByText('The sea', { exact: true }).waitFor()
    expect((await audioState(page)).position).toBeGreaterThanOrEqual(150)
    expect(await list.locator('[aria-current]').textContent()).toContain('The sea')
    await expectUsable()
  })
})
