import { pause } from './modules/with-timeout.ts'

const TIMEOUT_MS = 400

interface FirstPage {
  /** Settles when the session is known: until then there is nothing to render. */
  session: Promise<unknown>
  /** Settles when the module of the page is ready or has failed. */
  content: Promise<unknown>
}

/**
 * Renders the page once, with its content, if all preloaded files have arrived: rendering the frame first would only delay
 * the content. Otherwise renders the frame as soon as the session is known; until then, `index.html` shows a frame.
 */
export const renderFirstPage = async (document: Document, { session, content }: FirstPage, render: () => void) => {
  const timeout = pause(TIMEOUT_MS)
  await session
  if (areFilesLoaded(document)) await Promise.race([content, timeout])
  render()
}

const areFilesLoaded = (document: Document) => {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"]:is([as="script"], [as="style"])')]
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
  const files = [...links.map(({ href }) => href), ...scripts.map(({ src }) => src)]
  return files.length > 0 && files.every((file) => performance.getEntriesByName(file).length > 0)
}
