import type { Kv } from '@griot/shell-sdk/contract'

type Draft = Readonly<Record<string, unknown>>

/** What was typed into a form under this name and not saved; nothing in it when there is none. */
export const readDraft = (kept: Kv, name: string): Draft => {
  const draft = kept.get(name)
  return typeof draft === 'object' && draft !== null ? (draft as Draft) : {}
}
