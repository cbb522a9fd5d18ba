import { useSyncExternalStore } from 'react'

const subscribe = (onChange: () => void) => {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** False while the device has no network. True does not mean that the server responds. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

const OFFLINE = { title: 'You are offline', description: 'Please try again when you are back online.' }

/** A sentence beside a failed action. Without a network it is the same for every action. */
export const failureSentence = (sentence: string) =>
  navigator.onLine ? sentence : `${OFFLINE.title}. ${OFFLINE.description}`

/** The toast after a failed action. Without a network it is the same for every action. */
export const failureToast = (title: string, description = 'Please try again.') => ({
  ...(navigator.onLine ? { title, description } : OFFLINE),
  tone: 'destructive' as const,
})
