import { useEffect, useEffectEvent } from 'react'

const RECONNECT_MS = 5_000

interface ServerEvents {
  /** By the name of the event. */
  on: Record<string, (data: string) => void>
  /** The connection is back after an interruption, during which events may have been missed. */
  onReconnect: () => void
}

/** Receives the server-sent events of an address while the screen is open. */
export const useServerEvents = (address: string, { on, onReconnect }: ServerEvents) => {
  const handle = useEffectEvent((name: string, data: string) => on[name]?.(data))
  const reconnected = useEffectEvent(onReconnect)
  const names = Object.keys(on).join()

  useEffect(() => {
    let source: EventSource
    let timer: ReturnType<typeof setTimeout>
    let wasLost = false

    const open = () => {
      source = new EventSource(address)
      for (const name of names.split(',')) source.addEventListener(name, ({ data }) => handle(name, data))
      source.addEventListener('error', () => {
        wasLost = true
        // The browser reconnects after a lost connection, but not after an error response, as from a restarting service.
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, RECONNECT_MS)
      })
      source.addEventListener('open', () => {
        if (wasLost) reconnected()
        wasLost = false
      })
    }
    open()
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [address, names])
}
