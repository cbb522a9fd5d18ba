import type { Assignment } from '@griot/contracts/module-assignment'
import { createStore, type Store } from '@griot/shell-sdk/store'
import { natives } from '../natives.ts'

const POLL_MS = 60_000
const TIMEOUT_MS = 10_000

/** The assignment in the page. Without it, the page still shows frame, player and account. */
export const readInlinedAssignment = (document: Document): Assignment => {
  try {
    const text = document.getElementById('griot-registry')?.textContent ?? ''
    return JSON.parse(text) as Assignment
  } catch (error) {
    console.error('the page contains no module registry', error)
    return { rev: 0, shell: 'unknown', productName: 'Griot', modules: {} }
  }
}

/** Defined by the shell's development build; see packages/mfe-preset/client/hot-shell.js. */
type WithHot = typeof globalThis & {
  /** Replaces modules in the page; null if only a reload can. */
  griotHot?: { takeIn?(current: Assignment, next: Assignment): Promise<Assignment | null> }
}

export type AssignmentStore = Store<Assignment> & Pick<ReturnType<typeof createAssignmentStore>, 'refresh' | 'watch'>

/**
 * The current assignment. The gateway sends an event when it changes; a slow poll covers lost connections. `beforeFetch` must
 * restore what a module may have replaced.
 */
export const createAssignmentStore = (inlined: Assignment, beforeFetch = () => {}) => {
  const store = createStore(inlined)

  const hotReplaceOrReload = async (next: Assignment) => {
    const replaced = await (globalThis as WithHot).griotHot?.takeIn?.(store.get(), next)
    if (replaced) store.set(replaced)
    else window.location.reload()
  }

  /** The response omits a module of which no version fits this shell: the tab keeps the version that it has. */
  const merge = (next: Assignment) => store.set({ ...next, modules: { ...store.get().modules, ...next.modules } })

  const fetchRevision = async () => {
    beforeFetch()
    const next = await fetchAssignment(inlined)
    if (!next || next.rev <= store.get().rev) return
    if (inlined.liveReload) await hotReplaceOrReload(next)
    else merge(next)
  }

  /** Drafts and previews change without a new revision. */
  const fetchDraft = async (apply: (next: Assignment) => unknown) => {
    const next = await fetchAssignment(inlined)
    if (next && hasOtherVersions(store.get(), next)) await apply(next)
  }

  // One after the other: two hot replacements must not overlap. An error must not stop later updates.
  let pending = Promise.resolve()
  const enqueue = (work: () => Promise<void>) => {
    pending = pending.then(work).catch((error: unknown) => reportError(error))
    return pending
  }
  const refresh = () => enqueue(fetchRevision)

  const connect = () => {
    const { EventSource, parse } = natives()
    const source = new EventSource('/mfe/v1/events')
    source.addEventListener('rev', ({ data }: MessageEvent<string>) => {
      beforeFetch()
      const { rev } = parse(data) as { rev: number }
      if (rev > store.get().rev) void refresh()
    })
    // The gateway sends these only to browsers with an override. A reviewer of a preview may be listening: no reload.
    source.addEventListener('draft', () => void enqueue(() => fetchDraft(hotReplaceOrReload)))
    source.addEventListener('preview', () => void enqueue(() => fetchDraft(merge)))
    return source
  }

  return {
    ...store,
    refresh,
    /** Subscribes to changes. Returns the function that ends this. */
    watch: () => {
      let source: EventSource | undefined
      // Only a visible tab connects: browsers limit the connections of all tabs of a site.
      const reconnect = () => {
        beforeFetch()
        source?.close()
        source = document.visibilityState === 'visible' ? connect() : undefined
      }
      const { setInterval, clearInterval } = natives()
      const poll = setInterval(() => document.visibilityState === 'visible' && void refresh(), POLL_MS)
      window.addEventListener('online', refresh)
      document.addEventListener('visibilitychange', reconnect)
      reconnect()
      return () => {
        clearInterval(poll)
        window.removeEventListener('online', refresh)
        document.removeEventListener('visibilitychange', reconnect)
        source?.close()
      }
    },
  }
}

/** Null when offline or while the gateway restarts. The next poll retries. */
const fetchAssignment = async ({ shell, isSafeMode }: Assignment): Promise<Assignment | null> => {
  const address = `/mfe/v1/assignment?shell=${encodeURIComponent(shell)}${isSafeMode ? '&mfe=safe' : ''}`
  const { fetch, timeoutSignal } = natives()
  try {
    const response = await fetch(address, { signal: timeoutSignal(TIMEOUT_MS) })
    return response.ok ? ((await response.json()) as Assignment) : null
  } catch {
    return null
  }
}

const hasOtherVersions = (current: Assignment, next: Assignment) =>
  Object.entries(next.modules).some(([name, { version }]) => current.modules[name]?.version !== version)
