import type { Kv } from '@griot/shell-sdk/contract'

/** The stored draft under this name; empty if there is none. */
export const readDraft = (storage: Kv, name: string): Readonly<Record<string, unknown>> => {
  const draft = storage.get(name)
  return typeof draft === 'object' && draft !== null ? (draft as Record<string, unknown>) : {}
}
