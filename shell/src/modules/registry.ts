import type { Assignment } from '@griot/contracts/modules'
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

export interface Registry extends Store<Assignment> {
  /** Asks what stands now. */
  refresh(): Promise<void>
  /** Listens for news until the answer is called. */
  watch(): () => void
}

/** What stands, kept current: the gateway says when it changed, and a slow poll covers for a lost connection. */
export const createRegistry = (inlined: Assignment): Registry => {
  const store = createStore(inlined)

  const refresh = async () => {
    try {
      const { shell, isSafeMode } = inlined
      const place = `/mfe/v1/assignment?shell=${encodeURIComponent(shell)}${isSafeMode ? '&mfe=safe' : ''}`
      const response = await fetch(place, { signal: AbortSignal.timeout(PATIENCE_MS) })
      if (!response.ok) return
      const assignment = (await response.json()) as Assignment
      const known = store.get()
      // A module of which nothing fits this tab's shell any more is not named: the tab keeps what it has.
      if (assignment.rev > known.rev) store.set({ ...assignment, modules: { ...known.modules, ...assignment.modules } })
    } catch {
      // Offline or restarting: what is loaded stays, and the next poll asks again.
    }
  }

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
          if (rev > store.get().rev) void refresh().then(() => store.get().liveReload && window.location.reload())
        })
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
