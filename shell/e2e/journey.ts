import type { CallInput, Endpoint, ResponseOf } from '@griot/contracts/endpoint'
import { pathFor } from '@griot/contracts/endpoint'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, beforeEach, expect } from 'vitest'
import { axeViolations, COLOR_RULES } from './axe.ts'

export const WIDTHS = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
] as const

export const WINDOWS: [string, BrowserContextOptions][] = [
  ['a phone', { viewport: WIDTHS[0], hasTouch: true, isMobile: true }],
  ['a desktop', { viewport: WIDTHS[1] }],
]

/** Waits until the open overlays have their entries in the history of the browser. */
export const expectOverlays = (page: Page, count: number) =>
  page.waitForFunction((count) => history.state?.overlays === count, count)

/** Skips the rest of a file after a failed test. For journeys in which each test continues the one before. */
export const skipAfterFailure = () => {
  let hasFailed = false
  beforeEach(({ skip }) => skip(hasFailed, 'an earlier step failed'))
  afterEach(({ task }) => {
    hasFailed ||= task.result?.state === 'fail'
  })
}

// Consecutive variants differ in one setting, because each change costs a layout or a paint.
const VARIANTS = [
  { size: WIDTHS[0], colorScheme: 'light', rules: COLOR_RULES },
  { size: WIDTHS[0], colorScheme: 'dark' },
  { size: WIDTHS[1], colorScheme: 'dark' },
  { size: WIDTHS[1], colorScheme: 'light', rules: COLOR_RULES },
] as const

interface Scope {
  /** The part that has changed since the last check. */
  within?: string
  /** For a test that runs at each width. */
  width?: number
}

/** Checks the page with axe on a phone and on a desktop, in the dark theme, and its colors also in the light theme. */
export const expectAccessible = async (page: Page, { within, width }: Scope = {}) => {
  for (const { size, colorScheme, ...options } of VARIANTS) {
    if (width !== undefined && width !== size.width) continue
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const violations = await axeViolations(page, { ...options, ...(within && { within }) })
    expect(violations, `${colorScheme}, ${size.width} pixels wide`).toEqual([])
  }
}

/** Waits for a toast. Its text is in the page twice: once for screen readers. */
export const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

export const goTo = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label, exact: true }).click()

/** Waits until no dialog is open and the browser has gone back over its entries: a reload before that is aborted. */
export const expectNoDialog = async (page: Page) => {
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.waitForFunction(() => !history.state?.overlays)
}

/** The name of the focused element. */
export const focusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.getAttribute('placeholder') ?? element?.textContent
  })

/** Presses Tab until the name of the focused element begins with this text. */
export const tabTo = async (page: Page, name: string) => {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab')
    if ((await focusedName(page))?.startsWith(name)) return
  }
  throw new Error(`The Tab key does not reach “${name}”`)
}

/** Calls an endpoint as the user of the page, bypassing the page's cache. */
export const readAs = async <E extends Endpoint>(
  { request }: BrowserContext,
  endpoint: E,
  input: CallInput<E>,
): Promise<ResponseOf<E>> => {
  const path = pathFor(endpoint, input as { params?: Record<string, unknown> })
  const response = await request.get(runningProduct().origin + path)
  expect(response.status()).toBe(200)
  return endpoint.response.parse(await response.json()) as ResponseOf<E>
}
