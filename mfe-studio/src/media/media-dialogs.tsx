import { GetEpisode } from '@griot/contracts/catalog/episodes'
import { ApiError } from '@griot/contracts/errors'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { useUnsavedWork } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import { Input } from '@griot/ui/input'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Affected, ConfirmDelete } from '../confirm-delete.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { useDeleteMedia, useRenameMedia } from './api.ts'

export function DeleteDialog({ file, onClose }: { file: MediaFile; onClose: () => void }) {
  const removal = useDeleteMedia(file)
  const { episodeIds } = file
  const episodes = useQueries({ queries: episodeIds.map((id) => read(GetEpisode, { params: { id } })) })
  const titleOf = (at: number) => episodes[at]?.data?.title ?? 'One of your episodes'

  return (
    <ConfirmDelete title="Delete this audio?" name={file.originalName} removal={removal} hasToast onClose={onClose}>
      {episodeIds.length === 0 ? (
        <p>No episode uses it. This cannot be undone.</p>
      ) : (
        <>
          <p>{episodeIds.length === 1 ? 'This episode' : 'These episodes'} will have no audio afterwards:</p>
          <Affected items={episodeIds.map((id, at) => ({ id, title: titleOf(at) }))} />
        </>
      )}
    </ConfirmDelete>
  )
}

const sentenceFor = (error: Error | null) => {
  if (error === null) return undefined
  const sentence = error instanceof ApiError ? (error.fields.originalName ?? error.sentence) : undefined
  return sentence ?? 'The name was not saved. Please try again.'
}

export function RenameDialog({ file, onClose }: { file: MediaFile; onClose: () => void }) {
  const [name, setName] = useState(file.originalName)
  const rename = useRenameMedia(file)
  useUnsavedWork(name !== file.originalName)

  return (
    <FormDialog
      title="Rename this audio"
      description="Only the name changes, not the audio."
      submitLabel="Save"
      pendingLabel="Saving..."
      isPending={rename.isPending}
      isDisabled={name.trim() === ''}
      onSubmit={() => rename.mutate(name, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Input
        label="Name"
        autoComplete="off"
        maxLength={255}
        value={name}
        error={sentenceFor(rename.error)}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
