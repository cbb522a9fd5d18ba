import type { Page } from 'playwright-core'

export type FrameStyles = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The link of the current page has other styles. */
const LINKS = 'a:not([aria-current])'
/** Their size and place do not depend on the page or on points and times in them. */
const BOXES = {
  wide: `.sidebar, .sidebar nav, .sidebar nav ${LINKS}, #player-bar`,
  phone: `.top-bar, .bottom-bar, .bottom-bar ${LINKS}, .bottom-bar button, #player-bar`,
}
const VIEWS = [
  {
    place: '',
    width: 1280,
    boxes: BOXES.wide,
    elements: `body, .frame, .frame-main, .sidebar ${LINKS}, #player-bar button, ${BOXES.wide}`,
  },
  {
    place: ' at 360 px',
    width: 360,
    boxes: BOXES.phone,
    elements: `body, .frame, .frame-main, .top-bar ${LINKS}, #player-bar button, ${BOXES.phone}`,
  },
]
type View = (typeof VIEWS)[number]

const MAX_READINGS = 20
const PAUSE_MS = 50

/** The computed styles and boxes of the shell around every page: menu, main area and player, on a computer and a phone. */
export const readFrame = async (page: Page): Promise<FrameStyles> => {
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  const views: FrameStyles[] = []
  for (const view of VIEWS) {
    await page.setViewportSize({ width: view.width, height: size.height })
    views.push(await readSettled(page, view))
  }
  await page.setViewportSize(size)
  return Object.assign({}, ...views)
}

/** The shell reserves space for the player and the bars after their sizes have changed. */
const readSettled = async (page: Page, view: View): Promise<FrameStyles> => {
  let before = ''
  for (let reading = 1; ; reading += 1) {
    const styles = await page.evaluate(readView, view)
    const text = JSON.stringify(styles)
    if (text === before || reading === MAX_READINGS) return styles
    before = text
    await page.waitForTimeout(PAUSE_MS)
  }
}

/** Sent to the page as text. Without named functions, which the compiler would pass to a helper that the page does not have. */
const readView = async ({ place, boxes, elements }: View) => {
  const PROPERTIES = [
    ...['display', 'visibility', 'opacity', 'position', 'color', 'background-color', 'background-image', 'font-family'],
    ...['font-size', 'font-weight', 'letter-spacing', 'text-transform', 'padding', 'margin', 'border-top-width'],
    ...['outline-style', 'transform', 'filter', 'clip-path', 'pointer-events', 'z-index'],
  ]
  scrollTo(0, 0)
  await new Promise(requestAnimationFrame)
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))

  return Object.fromEntries(
    [...document.querySelectorAll(elements)].map((element) => {
      // The logo and the entry of Home have the same address.
      const name =
        element.getAttribute('aria-label') ?? `${element.getAttribute('href') ?? ''} ${element.className}`.trim()
      const styles = ['', '::before', '::after'].flatMap((pseudo) => {
        const style = getComputedStyle(element, pseudo)
        const names = pseudo ? ['content', ...PROPERTIES] : PROPERTIES
        return names.map((property) => [`${pseudo} ${property}`.trim(), style.getPropertyValue(property)])
      })
      const { x, y, width, height } = element.getBoundingClientRect()
      const box = element.matches(boxes) ? [['box', [x, y, width, height].map(Math.round).join(' ')]] : []
      return [`${element.localName} ${name}`.trim() + place, Object.fromEntries([...styles, ...box])]
    }),
  )
}

/** Elements of the frame with other styles than before, and their changed properties. */
export const findFrameChanges = async (page: Page, before: FrameStyles) => {
  const now = await readFrame(page)
  return Object.entries(before).flatMap(([name, styles]) => {
    const other = now[name]
    const changed = Object.keys(styles).filter((property) => other && other[property] !== styles[property])
    return changed.length > 0 ? [`${name} (${changed.join(', ')})`] : []
  })
}
