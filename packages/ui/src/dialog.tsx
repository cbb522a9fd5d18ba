import X from 'lucide-react/icons/x'
import { Close, Content, Description, Portal, Root, Title } from 'radix-ui/dialog'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { closeTopOverlay, useOverlay } from './overlay-history.ts'
import { useSwipeDown } from './use-swipe-down.ts'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** `full` covers the whole screen. */
  size?: 'medium' | 'full'
  children: ReactNode
}

// Radix disables pointer events of the page first and enables them for the dialog in a later render: a press in between
// would be lost.
const PRESSABLE: CSSProperties = { pointerEvents: 'auto' }

/**
 * A modal; on phones a sheet from the bottom. It traps the focus and returns it. Escape, Back, the scrim and a swipe down
 * close it.
 *
 * The scrim is a plain element: Radix' Overlay locks scrolling by a `<style>` element, which our content security policy
 * refuses. A rule in base.css locks scrolling instead.
 */
export function Dialog({ open, onClose, title, description, size = 'medium', children }: DialogProps) {
  // It is opened by state, not by a Radix trigger, so it returns the focus itself.
  const opener = useRef<Element | null>(null)
  useOverlay(open, onClose)
  const swipe = useSwipeDown(onClose)
  const handleOpened = () => {
    opener.current = document.activeElement
  }
  const handleClosed = (event: Event) => {
    event.preventDefault()
    // A deletion may have removed the button that opened the dialog: then focus the page.
    const { current } = opener
    const isThere = current?.isConnected && current !== document.body
    const next = isThere ? current : document.querySelector('main')
    if (next instanceof HTMLElement) next.focus({ preventScroll: !isThere })
  }

  // Radix closes the last dialog of its own bundle, but a dialog of another bundle may be above it.
  const handleEscape = (event: KeyboardEvent) => {
    if (!event.defaultPrevented) closeTopOverlay()
    event.preventDefault()
  }

  return (
    <Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Portal>
        <div className="g-dialog-scrim" style={PRESSABLE} aria-hidden="true" />
        <Content
          className="g-dialog"
          data-size={size}
          style={PRESSABLE}
          {...swipe}
          onEscapeKeyDown={handleEscape}
          onOpenAutoFocus={handleOpened}
          onCloseAutoFocus={handleClosed}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="g-dialog-head">
            <div>
              <Title className="g-dialog-title">{title}</Title>
              {description && <Description className="g-dialog-description">{description}</Description>}
            </div>
            <Close className="g-icon-button g-dialog-close" aria-label="Close">
              <X aria-hidden="true" />
            </Close>
          </div>
          {children}
        </Content>
      </Portal>
    </Root>
  )
}

/** The row of buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="g-dialog-actions">{children}</div>
}
