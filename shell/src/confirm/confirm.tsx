import type { Question } from '@griot/shell-sdk/contract'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/** Dialogs open one after the other. */
let previous: Promise<unknown> = Promise.resolve()

/**
 * Asks the user in a dialog with a React root of its own. False if the user cancels, the signal aborts or rendering fails.
 */
export const confirm = (question: Question, signal: AbortSignal): Promise<boolean> => {
  const answer = previous.then(() => open(question, signal))
  previous = answer
  return answer
}

const open = (question: Question, signal: AbortSignal) =>
  new Promise<boolean>((resolve) => {
    if (signal.aborted) return resolve(false)
    const focused = document.activeElement
    const container = document.createElement('div')
    document.body.append(container)
    const root = createRoot(container, {
      // The question cannot be rendered. React must not be unmounted during a render, hence the microtask.
      onUncaughtError: (error) => {
        console.error(error)
        queueMicrotask(cancel)
      },
    })
    const close = (isConfirmed: boolean) => {
      signal.removeEventListener('abort', cancel)
      root.unmount()
      container.remove()
      // Before the next dialog opens, which returns the focus to the element that has it now.
      if (focused instanceof HTMLElement) focused.focus()
      resolve(isConfirmed)
    }
    const cancel = () => close(false)
    signal.addEventListener('abort', cancel)
    root.render(
      <StrictMode>
        <ConfirmDialog question={question} onAnswer={close} />
      </StrictMode>,
    )
  })

function ConfirmDialog({ question, onAnswer }: { question: Question; onAnswer: (isConfirmed: boolean) => void }) {
  const { title, text, confirm, cancel = 'Cancel', tone = 'default' } = question
  const handleCancel = () => onAnswer(false)
  return (
    // One element, because aria-describedby refers to it.
    <Dialog
      open
      onClose={handleCancel}
      title={title}
      description={<span className="wrap-anywhere whitespace-pre-line">{text}</span>}
    >
      <DialogActions>
        <Button look="quiet" onClick={handleCancel}>
          {cancel}
        </Button>
        <Button look={tone === 'destructive' ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
