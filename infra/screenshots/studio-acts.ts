import { wavOf } from '@griot/service-kit/wav'
import type { Page } from 'playwright-core'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const press = (page: Page, name: string | RegExp) => button(page, name).click()

/** So long a recording of silence, one byte a sample. */
export const wav = (name: string, megabytes: number) => {
  const size = Math.round(megabytes * 1024 * 1024)
  return { name, mimeType: 'audio/wav', buffer: wavOf(Buffer.alloc(size, 128), 8_000) }
}
type Chosen = ReturnType<typeof wav>

export const choose = (page: Page, ...files: Chosen[]) =>
  page.locator('input[type=file][multiple]').setInputFiles(files)

export const SEVEN = [
  'ferryman-take-3',
  'market-at-five',
  'two-cousins',
  'harbour',
  'first-one',
  'before-it',
  'choir',
].map((name, at) => wav(`${name}.wav`, 0.6 + (at % 3) / 4))

/** Seven on their way over a slow line, one of them paused. */
export const uploadSeven = async (page: Page) => {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 60_000,
  })
  await choose(page, ...SEVEN)
  await press(page, 'Upload 7 Audio Files')
  await page.getByText(/left/).nth(1).waitFor()
  await press(page, /^Pause: market/)
  await button(page, /^Resume: market/).waitFor()
}

export const dragOver = (page: Page) =>
  page.evaluate(`document.querySelector('fieldset[aria-label="Audio file"]')
    .dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true }))`)

/** On phones a form is folded. */
export const unfold = async (page: Page) => {
  const fold = page.getByRole('button', { name: /^New (podcast|episode|profile)$/ })
  if (await fold.isVisible()) await fold.click()
}

export const openForm = async (page: Page, submit: string) => {
  await unfold(page)
  await press(page, submit)
  await page.getByRole('alert').first().waitFor()
}

export const fillEpisode = async (page: Page) => {
  await unfold(page)
  const form = page.locator('form')
  await form.getByLabel('Title').fill('What the ferryman counted')
  await form.getByLabel('Description').fill('He counted everybody who did not come back.')
  await form.getByLabel('Audio File (optional)').selectOption({ index: 1 })
  await form.getByLabel('At a time').check()
}

export const typeAndComeBack = async (page: Page) => {
  await unfold(page)
  await page.locator('form').getByLabel('Title').fill('Overheard on the Ferry')
  await page.getByRole('tab', { name: 'Creators' }).click()
  await page.getByRole('tab', { name: 'Podcasts' }).click()
  await page.getByText('is back').waitFor()
}

/** A picture with this many pixels on each side. */
export const pickPicture = (field: string, side: number) => async (page: Page) => {
  const bytes = await page.evaluate<number[]>(`(async () => {
    const canvas = new OffscreenCanvas(${side}, ${side})
    const context = canvas.getContext('2d')
    context.fillStyle = '#0f6d6a'
    context.fillRect(0, 0, ${side}, ${side})
    context.fillStyle = '#f2b13c'
    context.arc(${side / 2}, ${side / 2}, ${side / 3}, 0, 7)
    context.fill()
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())]
  })()`)
  await unfold(page)
  await page.getByLabel(field).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(bytes) })
  await page.getByText(`${side} × ${side} pixels`).waitFor()
}

export const linkRefused = async (page: Page) => {
  await page.locator('button:enabled[aria-label^="Link "]').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Episode ID').fill('0192f0c1-0000-7000-8000-000000000404')
  await dialog.getByRole('button', { name: 'Link to Episode' }).click()
  await dialog.getByRole('alert').waitFor()
}
