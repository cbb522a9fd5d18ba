import type { Page } from 'playwright-core'

export type FrameLook = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The computed styles of what the shell shows around every page: menu, main area and player. */
export const readFrame = (page: Page): Promise<FrameLook> =>
  page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
    const properties = [
      ...['display', 'visibility', 'opacity', 'position', 'color', 'background-color', 'font-family', 'font-size'],
      ...['font-weight', 'letter-spacing', 'text-transform', 'padding', 'margin', 'border-top-width', 'outline-style'],
    ]
    // The link of the current page looks different.
    const elements = document.querySelectorAll(
      'body, .frame, .frame-main, .sidebar, .sidebar nav, .sidebar a:not([aria-current]), #player-bar, #player-bar button',
    )
    return Object.fromEntries(
      [...elements].map((element) => {
        // The logo and the entry of Home have the same address.
        const name =
          element.getAttribute('aria-label') ?? `${element.getAttribute('href') ?? ''} ${element.className}`.trim()
        const style = getComputedStyle(element)
        return [
          `${element.localName} ${name}`.trim(),
          Object.fromEntries(properties.map((property) => [property, style.getPropertyValue(property)])),
        ]
      }),
    )
  })

/** Elements of the frame that look different than before, with their properties. */
export const findFrameChanges = async (page: Page, before: FrameLook) => {
  const now = await readFrame(page)
  return Object.entries(before).flatMap(([name, styles]) => {
    const other = now[name]
    const changed = Object.keys(styles).filter((property) => other && other[property] !== styles[property])
    return changed.length > 0 ? [`${name} (${changed.join(', ')})`] : []
  })
}
