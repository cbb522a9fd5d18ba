import { useStore } from '@griot/shell-sdk/react'
import X from 'lucide-react/icons/x'
import { Close, Description, Provider, Root, Title, Viewport } from 'radix-ui/toast'
import type { Toasts } from './toasts.ts'

const SHOWN_MS = 5000
const SWIPE_THRESHOLD_PX = 50

/** Where toasts appear: dismissed by time, button, swipe to the right or Escape; F8 moves the focus there. */
export function Toaster({ toasts }: { toasts: Toasts }) {
  const toast = useStore(toasts.state)

  return (
    <Provider duration={SHOWN_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX} label="Notification">
      {toast && (
        <Root
          key={toast.id}
          className="toast"
          data-tone={toast.tone ?? 'default'}
          type={toast.tone === 'destructive' ? 'foreground' : 'background'}
          open={toast.open}
          onOpenChange={(open) => !open && toasts.dismiss(toast.id)}
        >
          <div className="min-w-0 flex-1">
            <Title className="font-display font-bold">{toast.title}</Title>
            {toast.description && <Description className="mt-0.5">{toast.description}</Description>}
          </div>
          <Close className="g-icon-button toast-close" aria-label="Dismiss">
            <X aria-hidden="true" />
          </Close>
        </Root>
      )}
      <Viewport className="toast-viewport" hotkey={['F8']} label="Notifications ({hotkey})" />
    </Provider>
  )
}
