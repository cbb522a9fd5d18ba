import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extract, setProviderList } from '@extractus/oembed-extractor'
import { audioPath, embedPath, episodePagePath, showEmbedPath, showPagePath } from '@griot/contracts/public-addresses'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import openGraph from 'open-graph-scraper'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { expectAccessible, skipAfterFailure } from './journey.ts'
import { serveOtherSite } from './other-site.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const AMA = { email: 'ama@public-pages.example.org', firstName: 'Ama', lastName: 'Mensah' }
const KOFI = { email: 'kofi@public-pages.example.org', firstName: 'Kofi', lastName: 'Annan' }
const TITLE = `Rivers & "Roads" </script><i>`
const SECONDS = 40

describe('a show for the open world', () => {
  const { origin } = runningProduct()
  const ama = new ApiClient(origin)
  let folder: string
  let visitor: BrowserContext
  let page: Page
  let podcastId: string
  let episodeId: string
  const showPage = () => origin + showPagePath(podcastId)
  const episodePage = () => origin + episodePagePath(podcastId, episodeId)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-public-pages-'))
    await ama.signIn(AMA)
    const { podcast, episode } = await publishPodcast(ama, { title: TITLE, file: await recordMp3(folder, SECONDS) })
    podcastId = podcast.id
    episodeId = episode.id
    await vi.waitFor(
      async () => expect((await fetch(origin + audioPath(episodeId), { method: 'HEAD' })).status).toBe(200),
      { timeout: 120_000, interval: 300 },
    )
    visitor = await (await launchBrowser()).newContext({ reducedMotion: 'reduce' })
    page = await visitor.newPage()
    page.setDefaultTimeout(60_000)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  skipAfterFailure()

  it('has pages that are accessible in both themes and widths, without a cookie', async () => {
    for (const address of [showPage(), episodePage(), `${origin}/listen/nothing`]) {
      await page.goto(address)
      await expectAccessible(page)
      const width = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(width).toBeLessThanOrEqual(0)
    }
    expect(await visitor.cookies()).toEqual([])
  })

  it('plays from the shared position, and stays below 30 kB', async () => {
    const html = (await page.goto(`${episodePage()}?t=20`).then((response) => response?.body()))?.length
    expect(html).toBeLessThan(30_000)
    await page.getByRole('heading', { name: `${TITLE}, part one`, level: 1 }).waitFor()
    await page.evaluate("document.querySelector('audio').play()")
    await page.waitForFunction("document.querySelector('audio').currentTime > 20")
    expect(await page.evaluate("document.querySelector('audio').currentTime")).toBeLessThan(30)
  })

  it('is described to an OpenGraph reader and an oEmbed reader', async () => {
    const html = await (await fetch(episodePage())).text()
    const { result } = await openGraph({ html })
    expect(result.ogTitle).toBe(`${TITLE}, part one`)
    expect(result.ogImage?.[0]).toMatchObject({ width: '1200', height: '630', type: 'image/jpeg' })
    expect(result.ogAudio).toMatch(audioPath(episodeId))
    expect(result.twitterPlayer).toMatchObject([{ url: expect.stringContaining(embedPath(episodeId)) }])
    const picture = await fetch(result.ogImage?.[0]?.url ?? '')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])

    const address = result.ogUrl ?? ''
    const { host } = new URL(address)
    setProviderList([
      {
        provider_name: 'Griot',
        provider_url: origin,
        endpoints: [{ schemes: [`https://${host}/listen/*`], url: `https://${host}/oembed` }],
      },
    ])
    // The reader requests every provider by https.
    const found = await extract(address, {}, (given) => fetch(String(given).replace(/^https:/, 'http:')))
    expect(found).toMatchObject({ type: 'rich', title: `${TITLE}, part one`, provider_name: 'Griot' })
  })

  it('plays and seeks in a frame of another site, by mouse and keyboard, and reports its height', async () => {
    const site = await serveOtherSite(`
      <iframe src="${origin}${embedPath(episodeId)}" title="Player" width="100%" height="200"></iframe>
      <script>addEventListener('message', ({ data }) => { if (data.type === 'griot:height') document.title = String(data.height) })</script>
    `)
    await page.goto(site.address)
    const frame = page.frameLocator('iframe')
    const time = () => frame.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime)
    await frame.getByRole('button', { name: 'Play' }).click()
    await expect.poll(time).toBeGreaterThan(0.2)
    await frame.getByRole('slider', { name: 'Progress' }).fill('25')
    await expect.poll(time).toBeGreaterThan(25)
    await frame.getByRole('button', { name: 'Pause' }).press('ArrowLeft')
    await expect.poll(time).toBeLessThan(20)
    await frame.getByRole('button', { name: 'Pause' }).press('m')
    await frame.getByRole('button', { name: 'Unmute' }).waitFor()
    await expect.poll(async () => Number(await page.title())).toBeGreaterThan(100)
    expect(await visitor.cookies()).toEqual([])
    site.close()
  })

  it('refuses a frame around any other address', async () => {
    for (const path of [showPagePath(podcastId), `/podcast/${podcastId}`, '/', '/api/podcasts']) {
      const site = await serveOtherSite(`<iframe src="${origin}${path}" title="Refused"></iframe>`)
      await page.goto(site.address, { waitUntil: 'load' })
      const [, frame] = page.frames()
      expect(await frame?.evaluate('document.body.innerText').catch(() => '')).not.toMatch(/griot|rivers/i)
      site.close()
    }
  })

  it('has accessible embeds in each theme; outside a frame they link to the page', async () => {
    for (const path of [embedPath(episodeId), showEmbedPath(podcastId), `${embedPath(episodeId)}?theme=dark`]) {
      await page.goto(origin + path)
      await page.getByRole('button', { name: 'Play' }).waitFor()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Open the page of this episode' }).waitFor()
    }
  })

  it('leads visitors of the app page to the public page', async () => {
    await page.goto(`${origin}/episode/${episodeId}`)
    await page.getByRole('link', { name: /without an account/ }).click()
    await page.waitForURL(new RegExp(episodePagePath(podcastId, episodeId)))
    await page.getByRole('heading', { name: `${TITLE}, part one`, level: 1 }).waitFor()
  })

  it('leads a report through the sign-in to the form, and an embed code to the preview', async () => {
    const user = await (await (await launchBrowser()).newContext({ reducedMotion: 'reduce' })).newPage()
    user.setDefaultTimeout(60_000)
    await signIn(user, episodePage(), KOFI)
    await user.getByRole('link', { name: 'Report this episode' }).click()
    await user.getByRole('dialog', { name: 'Report this episode' }).getByRole('button', { name: 'Cancel' }).click()
    await user.getByRole('button', { name: 'Embed' }).click()
    const dialog = user.getByRole('dialog', { name: 'Embed this episode' })
    await dialog.frameLocator('iframe').getByRole('button', { name: 'Play' }).waitFor()
    await expectAccessible(user, { within: '[role="dialog"]' })
  })
})
