import type { Question } from '@griot/shell-sdk/contract'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** What was asked before: a second question waits until it is answered. */
let before: Promise<unknown> = Promise.resolve()

/**
 * Asks the person in a dialog over the page, in a root of its own: it needs nothing of the page, and only who asks fetches
 * it. False when the person leaves it, when the signal aborts, and when it cannot be shown.
 */
export const ask = (question: Question, signal: AbortSignal): Promise<boolean> => {
  const answered = before.then(() => show(question, signal))
  before = answered
  return answered
}

const show = (question: Question, signal: AbortSignal) =>
  new Promise<boolean>((resolve) => {
    if (signal.aborted) return resolve(false)
    const asking = document.activeElement
    const place = document.createElement('div')
    document.body.append(place)
    const root = createRoot(place, {
      // Asked with what cannot be shown. Others must not wait for an answer to it; React may not be ended while it draws.
      onUncaughtError: (error) => {
        console.error(error)
        queueMicrotask(leave)
      },
    })
    const answer = (isYes: boolean) => {
      // The signal outlives the question: nothing of it may stay there.
      signal.removeEventListener('abort', leave)
      root.unmount()
      place.remove()
      // At once, and not only when the dialog does: a question that waits would take nobody for who asks.
      if (asking instanceof HTMLElement) asking.focus()
      resolve(isYes)
    }
    const leave = () => answer(false)
    signal.addEventListener('abort', leave)
    root.render(
      <StrictMode>
        <ConfirmDialog question={question} onAnswer={answer} />
      </StrictMode>,
    )
  })
