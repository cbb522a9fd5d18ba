import type { Toast } from '@griot/shell-sdk/contract'
import { createStore, type Store } from '@griot/shell-sdk/store'

interface ShownToast extends Toast {
  id: number
  /** False while it leaves the screen. */
  open: boolean
}

export interface Toasts {
  state: Store<ShownToast | null>
  /** One at a time: a new toast takes the place of the one that is there. */
  show(toast: Toast): void
  dismiss(id: number): void
}

export const createToasts = (): Toasts => {
  const state = createStore<ShownToast | null>(null)
  let last = 0
  return {
    state,
    show: (toast) => {
      last += 1
      state.set({ ...toast, id: last, open: true })
    },
    dismiss: (id) => {
      const shown = state.get()
      if (shown?.id === id && shown.open) state.set({ ...shown, open: false })
    },
  }
}
