import '@griot/ui/toasts.css'
import { useStore } from '@griot/shell-sdk/react'
import { Toast, ToastRegion } from '@griot/ui/toast'
import type { Toasts } from './toasts.tsx'

export function Toaster({ toasts }: { toasts: Toasts }) {
  const toast = useStore(toasts.state)

  return (
    <ToastRegion>
      {toast && (
        <Toast
          key={toast.id}
          title={toast.title}
          description={toast.description}
          tone={toast.tone}
          action={toast.action}
          open={toast.open}
          onClose={() => toasts.dismiss(toast.id)}
        />
      )}
    </ToastRegion>
  )
}
