import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { type ChosenUpload, percentOf } from './upload-state.ts'

const NAV_ID = 'studio.upload'

/** The uploads that have begun and have not ended, and their percentage by bytes. Files that arrived in between count. */
const createSummary = () => {
  const batch = new Map<string, { size: number; percent: number }>()
  return (items: readonly ChosenUpload[]) => {
    const active = items.filter(({ state }) => state !== 'chosen')
    if (active.length === 0) {
      batch.clear()
      return null
    }
    const arrived = [...batch.keys()].filter((key) => items.every((item) => item.key !== key))
    for (const key of arrived) batch.set(key, { size: batch.get(key)?.size ?? 0, percent: 100 })
    for (const item of items) {
      if (item.state === 'chosen') batch.delete(item.key)
      else batch.set(item.key, { size: item.file.size, percent: percentOf(item) })
    }
    const total = [...batch.values()].reduce((sum, { size }) => sum + size, 0)
    const sent = [...batch.values()].reduce((sum, { size, percent }) => sum + size * percent, 0)
    const isPaused = active.every(({ state }) => state === 'paused')
    return { count: active.length, percent: Math.floor(sent / total), isPaused }
  }
}

/** Puts a text before the title of every page until it is null. The pages keep setting their own titles. */
const createTitlePrefix = () => {
  let prefix = ''
  let written = ''
  let own = ''
  const write = () => {
    if (document.title !== written) own = document.title
    written = prefix === '' ? own : `${prefix} – ${own}`
    if (document.title !== written) document.title = written
  }
  const observer = new MutationObserver(write)
  return (next: string | null) => {
    if ((next ?? '') === prefix) return
    if (prefix === '') {
      written = ''
      observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    }
    prefix = next ?? ''
    write()
    if (prefix === '') observer.disconnect()
  }
}

/** Shows uploads that are under way in the menu and in the title of every page. */
export const createUploadStatus = ({ nav }: Pick<ShellApiV1, 'nav'>) => {
  const summaryOf = createSummary()
  const setTitle = createTitlePrefix()
  let shown: string | null = null
  return (items: readonly ChosenUpload[]) => {
    const summary = summaryOf(items)
    const badge = summary && `${summary.count} · ${summary.percent} %`
    // Each change renders the menu.
    if (badge !== shown) nav.setBadge(NAV_ID, badge)
    shown = badge
    if (!summary) return setTitle(null)
    const files = summary.count === 1 ? '1 file' : `${summary.count} files`
    setTitle(`${summary.isPaused ? 'Paused' : 'Uploading'} ${files} · ${summary.percent} %`)
  }
}
