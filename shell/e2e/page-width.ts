import type { Page } from 'playwright-core'

/** Whether the content is wider than the phone. Not the window’s width: phones zoom out of a page that is too wide. */
export const isTooWide = (page: Page, width: number) =>
  page.evaluate((width) => document.documentElement.scrollWidth > width, width)

/** The elements that make the page wider than the phone. */
export const elementsTooWide = async (page: Page, width: number) => {
  if (!(await isTooWide(page, width))) return []
  return page.locator('main *').evaluateAll(
    (parts, width) => [
      'too wide',
      ...parts
        .filter((part) => part.getBoundingClientRect().right > width)
        .slice(-3)
        .map((part) => part.outerHTML.slice(0, 120)),
    ],
    width,
  )
}

/** Names on the bottom bar that overflow. */
export const namesTooWide = (page: Page) =>
  page.locator('.bottom-link').evaluateAll((links) =>
    links
      .filter((link) => {
        const name = document.createRange()
        name.selectNodeContents(link)
        return name.getBoundingClientRect().width > link.getBoundingClientRect().width
      })
      .map((link) => link.textContent),
  )
