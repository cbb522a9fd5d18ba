import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { reportCaught } from './caught-errors.ts'

export type PageRoot = ReturnType<typeof createPageRoot>

/** A root of React in an element of the page. It can be created again after a module removed what React rendered. */
export const createPageRoot = (id: string) => {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}`)
  let isRenewing = false
  // React throws when it removes an element that the module has already removed.
  const onUncaughtError = (error: unknown) => isRenewing || reportError(error)
  const create = () => createRoot(element, { onCaughtError: reportCaught, onUncaughtError })
  let root = create()
  let shown: ReactNode
  return {
    render: (page: ReactNode) => {
      shown = page
      root.render(page)
    },
    renew: () => {
      isRenewing = true
      root.unmount()
      isRenewing = false
      root = create()
      // A root that is unmounted before its first commit empties the element later, when its successor has rendered.
      flushSync(() => root.render(shown))
    },
  }
}
