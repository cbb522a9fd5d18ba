import type { Theme } from '@griot/shell-sdk/contract'
import { createStore, type WritableStore } from '@griot/shell-sdk/store'

const isTheme = (value: string | undefined): value is Theme =>
  value === 'system' || value === 'light' || value === 'dark'

// A cookie and not local storage: the server can read it and send the page in the right colors from the first byte.
const readTheme = (): Theme => {
  const value = document.cookie.match(/(?:^|; )theme=(\w+)/)?.[1]
  return isTheme(value) ? value : 'system'
}

const current = createStore<Theme>('system')

const showTheme = (value: Theme) => {
  if (value === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = value
  current.set(value)
}

/** Shows the theme that the user chose earlier. Call it before the first render. */
export const applyTheme = () => showTheme(readTheme())

const chooseTheme = (value: Theme) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = `theme=${value}; Path=/; Max-Age=31536000; SameSite=Lax`
  showTheme(value)
}

/** A write applies the theme and stores it. */
export const theme: WritableStore<Theme> = { ...current, set: chooseTheme }
