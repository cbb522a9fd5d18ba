import { Button } from '@griot/ui/button'
import { Input } from '@griot/ui/input'
import { useOverlay } from '@griot/ui/overlay-history'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Action } from './actions.tsx'
import { messageOf } from './api.ts'

/** Confirms an action in a native modal dialog, with the fields that it needs. */
export function ActionDialog({ action, onClose }: { action: Action; onClose: () => void }) {
  const { label, title, fields, reason, send, result } = action
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [opener] = useState(() => document.activeElement)
  const [card] = useState(() => opener?.closest('article'))
  const queryClient = useQueryClient()
  const request = useMutation({
    mutationFn: (form: FormData) => send((name) => String(form.get(name) ?? '').trim()),
    onSuccess: () => queryClient.invalidateQueries(),
  })
  const isDone = request.isSuccess && !result
  useOverlay(true, () => dialog.current?.close())

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  // The refetched module is rendered by now: a button that the action removes is gone before the focus returns.
  useEffect(() => {
    if (isDone) dialog.current?.close()
  }, [isDone])

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    request.mutate(new FormData(event.currentTarget))
  }
  // The browser returns the focus to the button that opened the dialog, unless the action has removed it.
  const handleClose = () => {
    if (!opener?.isConnected) card?.querySelector<HTMLElement>('.actions button')?.focus()
    onClose()
  }

  return (
    <dialog ref={dialog} className="modal" aria-labelledby={titleId} onClose={handleClose}>
      <h2 id={titleId}>{title}</h2>
      <form onSubmit={handleSubmit}>
        {fields}
        {reason && (
          <Input
            label={reason === 'required' ? 'Reason' : 'Reason (optional)'}
            name="reason"
            required={reason === 'required'}
            maxLength={300}
            autoComplete="off"
          />
        )}
        <p className="refusal" role="alert">
          {request.error && messageOf(request.error)}
        </p>
        {request.isSuccess && result?.(request.data)}
        <div className="actions">
          <Button look="secondary" onClick={() => dialog.current?.close()}>
            {request.isSuccess ? 'Close' : 'Cancel'}
          </Button>
          {!request.isSuccess && (
            <Button type="submit" pending={request.isPending}>
              {label.replace('…', '')}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  )
}
