import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useStore } from '@griot/shell-sdk/react'
import type { ModuleLoader, Waiting } from './loader-contract.ts'

export const loadNotice = async () =>
  (await import(/* webpackChunkName: "ribbon" */ './waiting-notice.tsx')).WaitingNotice

const TEXTS: Record<Waiting, string> = {
  'next-visit': 'There is a new version of this page. It comes when you leave the page.',
  writing: 'There is a new version of this page. It waits until you have finished writing.',
  leaving: 'This version of the page was taken back. It makes way within a minute: please save what you write.',
}

/** Tells whoever looks at a page of a module that another version of it waits. */
export function ModuleRenewal({ loader }: { loader: ModuleLoader }) {
  const waiting = useStore(loader.waiting)
  const Notice = useOnDemand(loadNotice, waiting !== null)
  if (!Notice || !waiting) return null
  const action = waiting === 'next-visit' ? { label: 'Show it now', go: loader.renew } : undefined
  return <Notice text={TEXTS[waiting]} action={action} />
}
