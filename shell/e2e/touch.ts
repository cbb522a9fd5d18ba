import type { Locator, Page } from 'playwright-core'

interface Point {
  x: number
  y: number
}

export const boxOf = async (place: Locator) => {
  const box = await place.boundingBox()
  if (!box) throw new Error('the element is not visible')
  return box
}

/** Drags one finger along these points. */
export const drag = async (page: Page, points: Point[]) => {
  const touch = await page.context().newCDPSession(page)
  for (const [at, point] of points.entries()) {
    const type = at === 0 ? 'touchStart' : 'touchMove'
    await touch.send('Input.dispatchTouchEvent', { type, touchPoints: [point] })
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}

/** Pulls a sheet down by its title. */
export const swipeDown = async (page: Page, sheet: Locator) => {
  const { x, y } = await boxOf(sheet.getByRole('heading', { level: 2 }))
  await drag(
    page,
    [0, 40, 80, 120, 160].map((by) => ({ x: x + 10, y: y + 10 + by })),
  )
}
