import type { Page } from 'playwright-core'

type WithHeadings = typeof globalThis & { headings: { text: string; at: number; padding: string }[] }

/** Runs in the page. Records when each heading appeared, and its padding. A busy test would notice it much later. */
export const recordHeadings = () => {
  const headings: WithHeadings['headings'] = []
  Object.assign(globalThis, { headings })
  new MutationObserver(() => {
    const heading = document.querySelector('main h1')
    const text = heading?.textContent ?? ''
    if (text === headings.at(-1)?.text) return
    const padding = heading?.parentElement ? getComputedStyle(heading.parentElement).padding : ''
    headings.push({ text, at: Date.now(), padding })
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** When this heading was last shown. */
export const lastShownAt = (page: Page, heading: string) =>
  page.evaluate((wanted) => (globalThis as WithHeadings).headings.findLast(({ text }) => text === wanted)?.at, heading)

/** The padding of this heading when it was first shown. */
export const firstPadding = (page: Page, heading: string) =>
  page.evaluate((wanted) => (globalThis as WithHeadings).headings.find(({ text }) => text === wanted)?.padding, heading)
