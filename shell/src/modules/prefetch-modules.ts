import { matchPath } from 'react-router-dom'
import type { Modules } from './modules.ts'

const EVENTS = ['pointerover', 'pointerdown', 'focusin'] as const

/** Loads the module of a page when the user points at or focuses a link to it. A module that failed is not loaded again. */
export const prefetchModules = (document: Document, { registry, loader }: Pick<Modules, 'registry' | 'loader'>) => {
  const handleEvent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin !== window.location.origin) return
    for (const [name, { contributes }] of Object.entries(registry.get().modules)) {
      if (!contributes.routes.some(({ path }) => matchPath(path, link.pathname))) continue
      const module = loader(name)
      if (module?.state.get().status === 'idle') void module.ensure()
    }
  }
  for (const event of EVENTS) document.addEventListener(event, handleEvent, { passive: true })
}
