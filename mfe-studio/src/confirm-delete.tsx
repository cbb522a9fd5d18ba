import { ApiError } from '@griot/contracts/errors'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import type { ReactNode } from 'react'

interface ConfirmDeleteProps {
  title: string
  name: string
  removal: { isPending: boolean; error: Error | null; mutate: (_: undefined, then: { onSuccess: () => void }) => void }
  /** A toast reports errors. */
  hasToast?: boolean
  onClose: () => void
  children: ReactNode
}

export function ConfirmDelete({ title, name, removal, hasToast = false, onClose, children }: ConfirmDeleteProps) {
  const { error, isPending } = removal
  return (
    <Dialog open onClose={onClose} title={title} description={name}>
      <div className="studio:grid studio:gap-3">
        {children}
        {error && !hasToast && (
          <p role="alert" className="g-error">
            {(error instanceof ApiError && error.sentence) || 'It was not deleted. Please try again.'}
          </p>
        )}
      </div>
      <DialogActions>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button look="danger" pending={isPending} onClick={() => removal.mutate(undefined, { onSuccess: onClose })}>
          {isPending ? 'Deleting...' : 'Delete'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The podcasts or episodes that a deletion affects. */
export function Affected({ items, hasMore }: { items: readonly { id: string; title: string }[]; hasMore?: boolean }) {
  return (
    <ul className="studio:list-disc studio:ps-5 studio:font-semibold">
      {items.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
      {hasMore && <li>and more</li>}
    </ul>
  )
}
