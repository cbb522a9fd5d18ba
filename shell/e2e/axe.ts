import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

type WithAxe = typeof globalThis & { axe?: { run(context: string, options: RunOptions): Promise<AxeResults> } }

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  // Off by default: speech input uses the visible label, and screen readers navigate by headings.
  rules: { 'label-content-name-mismatch': { enabled: true }, 'heading-order': { enabled: true } },
}

/** The rules whose result depends on the theme. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Waits for the color animation of a theme change. */
const themeSettled = async () => {
  for (let stillFrames = 0; stillFrames < 4; stillFrames += 1) {
    await new Promise(requestAnimationFrame)
    // Chromium also lists finished transitions of elements that it does not paint.
    const isRunning = (animation: Animation) => animation instanceof CSSTransition && animation.playState === 'running'
    if (document.getAnimations().some(isRunning)) stillFrames = -1
  }
}

/** The violations that axe finds in the page, one line for each element. By default of all rules, in the whole page. */
export const axeViolations = async (
  page: Page,
  { rules, within = 'html' }: { rules?: readonly string[]; within?: string } = {},
) => {
  // Evaluated: the Content-Security-Policy forbids added scripts.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  await page.evaluate(themeSettled)
  // Transparent elements have other colors, and may count as hidden.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  const options = { ...OPTIONS, ...(rules && { runOnly: [...rules] }) }
  const results = await page.evaluate(([within, options]) => (globalThis as WithAxe).axe?.run(within, options), [
    within,
    options,
  ] as const)
  if (!results) throw new Error('axe is not in the page')
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} ${failureSummary.split('\n')[1] ?? ''}`),
  )
}
