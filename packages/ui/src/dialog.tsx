import X from 'lucide-react/icons/x'
import { Close, Content, Description, Portal, Root, Title } from 'radix-ui/dialog'
import { type CSSProperties, type ReactNode, useRef } from 'react'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** `full` covers the whole screen. */
  size?: 'medium' | 'full'
  children: ReactNode
}

// Radix takes the pointer from the whole page first and gives it back to the dialog in a later render: a press in
// between would be lost.
const PRESSABLE: CSSProperties = { pointerEvents: 'auto' }

/**
 * A modal: on phones a sheet from the bottom. Focus stays inside and returns where it was; Escape and the scrim close it.
 *
 * The scrim is a plain element instead of Radix' Overlay, which locks scrolling through a `<style>` of its own; our
 * content security policy refuses that, so the lock is a rule in base.css.
 */
export function Dialog({ open, onClose, title, description, size = 'medium', children }: DialogProps) {
  // Opened by state and not by a Radix trigger: whoever opened it gets the focus back from us.
  const opener = useRef<Element | null>(null)
  const handleOpened = () => {
    opener.current = document.activeElement
  }
  const handleClosed = (event: Event) => {
    event.preventDefault()
    // What was deleted in it has taken its button along: then one goes on at the page, not nowhere.
    const { current } = opener
    const isThere = current?.isConnected && current !== document.body
    const next = isThere ? current : document.querySelector('main')
    if (next instanceof HTMLElement) next.focus({ preventScroll: !isThere })
  }

  return (
    <Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Portal>
        <div className="g-dialog-scrim" style={PRESSABLE} aria-hidden="true" />
        <Content
          className="g-dialog"
          data-size={size}
          style={PRESSABLE}
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
