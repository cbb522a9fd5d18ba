import { DELETE_WORDS } from '@griot/contracts/account'
import { ApiError } from '@griot/contracts/errors'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { Input } from '@griot/ui/input'
import { type FormEvent, useId, useState } from 'react'
import { useDeleteAccount } from '../api.ts'

/** Asks for the words, because nothing of this comes back. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const form = useId()
  const removal = useDeleteAccount()
  const [typed, setTyped] = useState('')
  const isMeant = typed.trim().toLowerCase() === DELETE_WORDS
  const { error } = removal

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // A page of somebody who is gone has nothing to show: the front page begins anew.
    if (isMeant) removal.mutate(undefined, { onSuccess: () => window.location.assign('/') })
  }

  return (
    <Dialog open onClose={onClose} title="Delete Your Account" description="This cannot be undone.">
      <form id={form} className="rewards:grid rewards:gap-4" onSubmit={handleSubmit}>
        <p>
          Your podcasts, episodes and recordings, your name, your favorites and your points go, and you are signed out
          everywhere. Whoever signs in with your address later begins with nothing.
        </p>
        <Input
          label={`Type “${DELETE_WORDS}”`}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        {error && (
          <p role="alert" className="g-error">
            {(error instanceof ApiError && error.sentence) || 'Your account was not deleted. Please try again.'}
          </p>
        )}
      </form>
      <DialogActions>
        <Button look="quiet" onClick={onClose}>
          Keep It
        </Button>
        <Button type="submit" form={form} look="danger" disabled={!isMeant} pending={removal.isPending}>
          {removal.isPending ? 'Deleting...' : 'Delete Everything'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
