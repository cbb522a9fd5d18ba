import X from 'lucide-react/icons/x'
import { Close, Description, Provider, Root, Title, Viewport } from 'radix-ui/toast'
import type { ReactNode } from 'react'

const SHOWN_MS = 5000
const SWIPE_THRESHOLD_PX = 50

/** Where toasts appear: dismissed by time, button, swipe to the right or Escape; F8 moves the focus there. */
export function ToastRegion({ children }: { children: ReactNode }) {
  return (
    <Provider duration={SHOWN_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX} label="Notification">
      {children}
      <Viewport className="g-toast-region" hotkey={['F8']} label="Notifications ({hotkey})" />
    </Provider>
  )
}

interface ToastProps {
  title: string
  description?: string | undefined
  tone?: 'default' | 'destructive' | undefined
  /** False while it leaves the screen. */
  open: boolean
  onClose: () => void
}

/** Something that happened, said once. Stands in a {@link ToastRegion}. */
export function Toast({ title, description, tone = 'default', open, onClose }: ToastProps) {
  return (
    <Root
      className="g-toast"
      data-tone={tone}
      type={tone === 'destructive' ? 'foreground' : 'background'}
      open={open}
      onOpenChange={(next) => !next && onClose()}
    >
      <div className="g-toast-text">
        <Title className="g-toast-title">{title}</Title>
        {description && <Description className="g-toast-description">{description}</Description>}
      </div>
      <Close className="g-icon-button g-toast-close" aria-label="Dismiss">
        <X aria-hidden="true" />
      </Close>
    </Root>
  )
}
