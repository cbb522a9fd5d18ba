import X from 'lucide-react/icons/x'
import { Action, Close, Description, Provider, Root, Title, Viewport } from 'radix-ui/toast'
import type { ReactNode } from 'react'

const SHOWN_MS = 5000
const SWIPE_THRESHOLD_PX = 50

/** Toasts close by time, button, swipe to the right or Escape; F8 focuses them. */
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
  action?: { label: string; onSelect: () => void } | undefined
  /** False during the exit animation. */
  open: boolean
  onClose: () => void
}

/** Screen readers read its parts as sentences. Must be inside a {@link ToastRegion}. */
export function Toast({ title, description, tone = 'default', action, open, onClose }: ToastProps) {
  return (
    <Root
      className="g-toast"
      data-tone={tone}
      type={tone === 'destructive' ? 'foreground' : 'background'}
      open={open}
      onOpenChange={(next) => !next && onClose()}
    >
      <div className="g-toast-text">
        <Title className="g-toast-title">
          <span>{title}</span>
          {(description || action) && <Pause after={title} />}
        </Title>
        {description && (
          <Description className="g-toast-description">
            <span>{description}</span>
            {action && <Pause after={description} />}
          </Description>
        )}
        {action && (
          <Action
            className="g-button g-toast-action"
            data-size="small"
            altText={action.label}
            onClick={action.onSelect}
          >
            {action.label}
          </Action>
        )}
      </div>
      <Close className="g-icon-button g-toast-close" aria-label="Dismiss">
        <X aria-hidden="true" />
      </Close>
    </Root>
  )
}

/** Radix announces the parts without a space between them. */
function Pause({ after }: { after: string }) {
  return <span className="g-visually-hidden">{/[.!?]$/.test(after) ? ' ' : '. '}</span>
}
