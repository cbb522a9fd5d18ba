import { useStore } from '@griot/shell-sdk/react'
import { type ComponentType, useEffect, useState } from 'react'
import type { Toasts } from './toasts.ts'

/** Loads the toaster when the first toast comes; if that fails, the next toast tries again. */
export function ToastHost({ toasts }: { toasts: Toasts }) {
  const toast = useStore(toasts.state)
  const [Toaster, setToaster] = useState<ComponentType<{ toasts: Toasts }> | null>(null)

  useEffect(() => {
    if (!toast || Toaster) return
    let isCurrent = true
    import('./toaster.tsx').then(
      (module) => isCurrent && setToaster(() => module.Toaster),
      (error: unknown) => console.error('the toaster did not load', error),
    )
    return () => {
      isCurrent = false
    }
  }, [toast, Toaster])

  return Toaster ? <Toaster toasts={toasts} /> : null
}
