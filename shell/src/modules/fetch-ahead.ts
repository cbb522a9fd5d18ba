import type { Assignment } from '@griot/contracts/module-assignment'
import type { Store } from '@griot/shell-sdk/store'
import { matchPath } from 'react-router-dom'
import type { ModuleLoader } from './loader-contract.ts'

interface Known {
  registry: Store<Assignment>
  loader(module: string): ModuleLoader | null
}

const SIGNS = ['pointerover', 'pointerdown', 'focusin'] as const

/**
 * Whoever points at a link, or reaches it by the keyboard, is about to follow it: the module of its page comes meanwhile.
 * Only what was never asked for: one that failed has its own time to be tried again.
 */
export const fetchAhead = (document: Document, { registry, loader }: Known) => {
  const handleSign = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin !== window.location.origin) return
    for (const [name, { contributes }] of Object.entries(registry.get().modules)) {
      if (!contributes.routes.some(({ path }) => matchPath(path, link.pathname))) continue
      const wanted = loader(name)
      if (wanted?.state.get().status === 'idle') void wanted.ensure()
    }
  }
  for (const sign of SIGNS) document.addEventListener(sign, handleSign, { passive: true })
}
