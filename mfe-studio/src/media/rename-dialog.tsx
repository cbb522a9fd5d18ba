import { ApiError } from '@griot/contracts/errors'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { useUnsavedWork } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { Input } from '@griot/ui/input'
import { type FormEvent, useState } from 'react'
import { useRenameMedia } from './api.ts'

const sentenceFor = (error: Error | null) => {
  if (error === null) return undefined
  const said = error instanceof ApiError ? (error.fields.originalName ?? error.sentence) : undefined
  return said ?? 'The name was not saved. Please try again.'
}

export function RenameDialog({ file, onClose }: { file: MediaFile; onClose: () => void }) {
  const [name, setName] = useState(file.originalName)
  const rename = useRenameMedia()
  useUnsavedWork(name !== file.originalName)

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate({ file, originalName: name }, { onSuccess: onClose })
  }

  return (
    <Dialog open onClose={onClose} title="Rename this audio" description="Only its name changes, never the sound.">
      <form onSubmit={handleSubmit} noValidate className="studio:grid studio:gap-4">
        <Input
          label="Name"
          autoComplete="off"
          maxLength={255}
          value={name}
          error={sentenceFor(rename.error)}
          onChange={(event) => setName(event.target.value)}
        />
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={rename.isPending} disabled={name.trim() === ''}>
            {rename.isPending ? 'Saving...' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
