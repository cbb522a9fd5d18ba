import { pause } from './modules/with-timeout.ts'

const PATIENCE_MS = 400

interface Awaited {
  /** Settles when it is known who is there: until then there is no page to draw. */
  person: Promise<unknown>
  /** Settles when the module of the page has come or failed. */
  content: Promise<unknown>
}

/**
 * Draws the page once, where all that it begins with has arrived with it: a frame without its content would be drawn
 * only to be drawn again, and would hold the content up. Where something is still on its way, the frame comes first.
 */
export const showTogether = async (document: Document, { person, content }: Awaited, show: () => void) => {
  const patience = pause(PATIENCE_MS)
  await Promise.race([person, patience])
  if (isAllHere(document)) await Promise.race([content, patience])
  show()
}

const isAllHere = (document: Document) => {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"]:is([as="script"], [as="style"])')]
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
  const files = [...links.map(({ href }) => href), ...scripts.map(({ src }) => src)]
  return files.length > 0 && files.every((file) => performance.getEntriesByName(file).length > 0)
}
