import { useStore } from '@griot/shell-sdk/react'
import type { ModuleLoader, Waiting } from './loader-contract.ts'
import { WaitingNotice } from './waiting-notice.tsx'

const TEXTS: Record<Waiting, string> = {
  'next-visit': 'There is a new version of this page. It comes when you leave the page.',
  writing: 'There is a new version of this page. It waits until you have finished writing.',
  leaving: 'This version of the page was taken back. It makes way within a minute: please save what you write.',
}

/** Tells whoever looks at a page of a module that another version of it waits. */
export function ModuleRenewal({ loader }: { loader: ModuleLoader }) {
  const waiting = useStore(loader.waiting)
  if (!waiting) return null
  const action = waiting === 'next-visit' ? { label: 'Show it now', go: loader.renew } : undefined
  return <WaitingNotice text={TEXTS[waiting]} action={action} />
}
