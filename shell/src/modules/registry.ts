import type { Assignment } from '@griot/contracts/module-assignment'
import { createStore, type Store } from '@griot/shell-sdk/store'

const POLL_MS = 60_000
const PATIENCE_MS = 10_000

/** What the gateway wrote into the page. A page without it still shows frame, player and account. */
export const readInlinedAssignment = (document: Document): Assignment => {
  try {
    const text = document.getElementById('griot-registry')?.textContent ?? ''
    return JSON.parse(text) as Assignment
  } catch (error) {
    console.error('the page carries no module registry', error)
    return { rev: 0, shell: 'unknown', productName: 'Griot', modules: {} }
  }
}

/** What the shell's development build brings along; see packages/mfe-preset/client/hot-shell.js. */
type WithHot = typeof globalThis & {
  /** Brings what was built into the page as it stands; null when only a new page can have it. */
  griotHot?: { takeIn?(known: Assignment, next: Assignment): Promise<Assignment | null> }
}

export interface Registry extends Store<Assignment> {
  /** Asks what stands now. */
  refresh(): Promise<void>
  /** Listens for news until the answer is called. */
  watch(): () => void
}

/** What stands, kept current: the gateway says when it changed, and a slow poll covers for a lost connection. */
export const createRegistry = (inlined: Assignment): Registry => {
  const store = createStore(inlined)

  /** Null when offline, or while the gateway is restarting: what is loaded stays, and the next poll asks again. */
  const ask = async (): Promise<Assignment | null> => {
    const { shell, isSafeMode } = inlined
    const place = `/mfe/v1/assignment?shell=${encodeURIComponent(shell)}${isSafeMode ? '&mfe=safe' : ''}`
    try {
      const response = await fetch(place, { signal: AbortSignal.timeout(PATIENCE_MS) })
      return response.ok ? ((await response.json()) as Assignment) : null
    } catch {
      return null
    }
  }

  const takeInOrReload = async (next: Assignment) => {
    const standing = await (globalThis as WithHot).griotHot?.takeIn?.(store.get(), next)
    if (standing) store.set(standing)
    else window.location.reload()
  }

  /** A module of which nothing fits this tab's shell any more is not named: the tab keeps what it has. */
  const stand = (next: Assignment) => store.set({ ...next, modules: { ...store.get().modules, ...next.modules } })

  const follow = async () => {
    const next = await ask()
    if (!next || next.rev <= store.get().rev) return
    if (inlined.liveReload) await takeInOrReload(next)
    else stand(next)
  }

  /** A developer's own build has moved on, or a branch has, and no revision says so. */
  const followDraft = async (take: (next: Assignment) => unknown) => {
    const next = await ask()
    if (next && isNews(store.get(), next)) await take(next)
  }

  // One after the other: two that take something in would meet half way.
  let following = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => {
    following = following.then(work)
    return following
  }
  const refresh = () => inTurn(follow)

  return {
    ...store,
    refresh,
    watch: () => {
      let source: EventSource | undefined
      // Only a visible tab listens: a browser has few connections to share among all tabs of a site.
      const connect = () => {
        source?.close()
        source = undefined
        if (document.visibilityState !== 'visible') return
        source = new EventSource('/mfe/v1/events')
        source.addEventListener('rev', ({ data }: MessageEvent<string>) => {
          const { rev } = JSON.parse(data) as { rev: number }
          if (rev > store.get().rev) void refresh()
        })
        // Only who tries one is told. Who reviews a branch may be listening: their page is not loaded again.
        source.addEventListener('draft', () => void inTurn(() => followDraft(takeInOrReload)))
        source.addEventListener('preview', () => void inTurn(() => followDraft(stand)))
      }
      const poll = setInterval(() => document.visibilityState === 'visible' && void refresh(), POLL_MS)
      const askAgain = () => void refresh()
      window.addEventListener('online', askAgain)
      document.addEventListener('visibilitychange', connect)
      connect()
      return () => {
        clearInterval(poll)
        window.removeEventListener('online', askAgain)
        document.removeEventListener('visibilitychange', connect)
        source?.close()
      }
    },
  }
}

const isNews = (known: Assignment, next: Assignment) =>
  Object.entries(next.modules).some(([name, { version }]) => known.modules[name]?.version !== version)
