import WifiOff from 'lucide-react/icons/wifi-off'
import { useSyncExternalStore } from 'react'

const watch = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says once that there is no connection, and goes when it is back: what waited for it then goes on by itself. */
export function ConnectionLost() {
  const isOnline = useSyncExternalStore(watch, () => navigator.onLine)
  // The region is there before it has something to say, or not every screen reader says it.
  return (
    <div role="status" className="connection">
      {!isOnline && (
        <p className="connection-lost">
          <WifiOff aria-hidden="true" />
          <span>You are offline. What has been loaded still works, and the rest comes when you are back.</span>
        </p>
      )}
    </div>
  )
}
