import { ApiError } from '@griot/contracts/errors'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import type { ReactNode } from 'react'

interface ConfirmDeleteProps {
  title: string
  /** What it is called. */
  name: string
  removal: { isPending: boolean; error: Error | null; mutate: (_: undefined, then: { onSuccess: () => void }) => void }
  onClose: () => void
  /** What goes with it, and what stays. */
  children: ReactNode
}

/** Asks before something goes for good. */
export function ConfirmDelete({ title, name, removal, onClose, children }: ConfirmDeleteProps) {
  const { error } = removal
  return (
    <Dialog open onClose={onClose} title={title} description={name}>
      <div className="studio:grid studio:gap-3">
        {children}
        {error && (
          <p role="alert" className="g-error">
            {(error instanceof ApiError && error.sentence) || 'It was not deleted. Please try again.'}
          </p>
        )}
      </div>
      <DialogActions>
        <Button look="quiet" onClick={onClose}>
          Keep it
        </Button>
        <Button
          look="danger"
          pending={removal.isPending}
          onClick={() => removal.mutate(undefined, { onSuccess: onClose })}
        >
          {removal.isPending ? 'Deleting...' : 'Delete'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
