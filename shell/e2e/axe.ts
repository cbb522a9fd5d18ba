import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

type WithAxe = typeof globalThis & { axe?: { run(options: { resultTypes: ['violations'] }): Promise<AxeResults> } }

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A theme that was just switched may still be on its way from colour to colour. */
const themeIsThere = async () => {
  for (let calmFrames = 0; calmFrames < 4; calmFrames += 1) {
    await new Promise(requestAnimationFrame)
    if (document.getAnimations().some((animation) => animation instanceof CSSTransition)) calmFrames = -1
  }
}

/** What axe holds against the page as it stands, a line for each place; empty when there is nothing. */
export const findingsOn = async (page: Page) => {
  // Evaluated and not added as a script, which the page's own policy would refuse.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  await page.evaluate(themeIsThere)
  // What is still half transparent has other colours, and may count as not there.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  const results = await page.evaluate(() => (globalThis as WithAxe).axe?.run({ resultTypes: ['violations'] }))
  if (!results) throw new Error('axe is not in the page')
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} ${failureSummary.split('\n')[1] ?? ''}`),
  )
}
