import { useStore } from '@griot/shell-sdk/react'
import type { ModuleLoader, Waiting } from './loader-contract.ts'
import { WaitingNotice } from './waiting-notice.tsx'

const TEXTS: Record<Waiting, string> = {
  'next-visit': 'There is a new version of this page. It comes when you leave the page.',
  writing: 'There is a new version of this page. It waits until you have finished writing.',
  leaving: 'This version of the page was taken back. It makes way within a minute: please save what you write.',
  'too-old-writing':
    'This version of the page is too old, and nothing can be saved from it. Please keep a copy of what you wrote.',
  'too-old': 'This version of the page is too old, and some of it no longer works.',
}

/** Tells whoever looks at a page of a module that another version of it waits. */
export function ModuleRenewal({ loader }: { loader: ModuleLoader }) {
  const waiting = useStore(loader.waiting)
  if (!waiting) return null
  const canRenew = waiting === 'next-visit' || waiting === 'too-old-writing'
  const action = canRenew ? { label: 'Show it now', go: loader.renew } : undefined
  return <WaitingNotice text={TEXTS[waiting]} action={action} />
}
