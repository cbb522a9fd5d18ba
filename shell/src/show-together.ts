import { pause } from './modules/with-timeout.ts'

const PATIENCE_MS = 400

/**
 * Draws the page once, where all that it begins with has arrived with it: a frame without its content would be drawn
 * only to be drawn again, and would hold the content up. Where something is still on its way, the frame comes first.
 */
export const showTogether = (document: Document, ready: Promise<unknown>, show: () => void) => {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"]:not([as="font"])')]
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
  const files = [...links.map(({ href }) => href), ...scripts.map(({ src }) => src)]
  const isAllHere = files.length > 0 && files.every((file) => performance.getEntriesByName(file).length > 0)
  if (isAllHere) void Promise.race([ready, pause(PATIENCE_MS)]).then(show)
  else show()
}
