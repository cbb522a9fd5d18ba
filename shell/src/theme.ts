import { createStore, type Store } from '@griot/shell-sdk/store'

export type Theme = 'system' | 'light' | 'dark'

const isTheme = (value: string | undefined): value is Theme =>
  value === 'system' || value === 'light' || value === 'dark'

// A cookie and not local storage: the server may read it and send the page in the right colours from the first byte.
const remembered = (): Theme => {
  const value = document.cookie.match(/(?:^|; )theme=(\w+)/)?.[1]
  return isTheme(value) ? value : 'system'
}

const chosen = createStore<Theme>('system')

export const theme: Store<Theme> = chosen

const show = (value: Theme) => {
  if (value === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = value
  chosen.set(value)
}

/** Shows the theme chosen on an earlier visit. Called first thing, before anything is drawn. */
export const applyTheme = () => show(remembered())

export const chooseTheme = (value: Theme) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `theme=${value}; Path=/; Max-Age=31536000; SameSite=Lax`
  show(value)
}
