import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useStore } from '@griot/shell-sdk/react'
import type { Toasts } from './toasts.ts'

const loadToaster = async () => (await import('./toaster.tsx')).Toaster

/** Loads the toaster when the first toast comes; if that fails, the next toast tries again. */
export function ToastHost({ toasts }: { toasts: Toasts }) {
  const toast = useStore(toasts.state)
  const Toaster = useOnDemand<{ toasts: Toasts }>(loadToaster, toast?.id)
  return Toaster ? <Toaster toasts={toasts} /> : null
}
