import type { Toast } from '@griot/shell-sdk/contract'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useStore } from '@griot/shell-sdk/react'
import { createStore } from '@griot/shell-sdk/store'
import { useEffect, useState } from 'react'

export interface ShownToast extends Toast {
  id: number
  /** False during the closing animation. */
  open: boolean
}

export const createToasts = () => {
  const state = createStore<ShownToast | null>(null)
  let last = 0
  return {
    state,
    /** Replaces the current toast. */
    show: (toast: Toast) => {
      last += 1
      state.set({ ...toast, id: last, open: true })
    },
    dismiss: (id: number) => {
      const shown = state.get()
      if (shown?.id === id && shown.open) state.set({ ...shown, open: false })
    },
  }
}

export type Toasts = ReturnType<typeof createToasts>

const loadToaster = async () => (await import('./toaster.tsx')).Toaster

/** Loads the toaster before a toast needs it, because the network may be lost then. If that fails, the next toast retries. */
export function ToastHost({ toasts }: { toasts: Toasts }) {
  const toast = useStore(toasts.state)
  const Toaster = useOnDemand<{ toasts: Toasts }>(loadToaster, toast?.id ?? true)
  return Toaster ? <Toaster toasts={toasts} /> : null
}

/** A toast that stays open, for example under the pointer, delays others by at most this long. */
const TIMEOUT_MS = 10_000

/** Whether something that is waiting may be shown: once no toast is open, and from then on while it is waiting. */
export const useAfterToast = (toasts: Toasts, isWaiting: boolean) => {
  const isToastOpen = useStore(toasts.state, (toast) => toast?.open ?? false)
  const [isReady, setReady] = useState(false)

  useEffect(() => {
    if (!isWaiting) return setReady(false)
    if (!isToastOpen) return setReady(true)
    const timer = setTimeout(() => setReady(true), TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, isToastOpen])

  return isReady && isWaiting
}
