import type { MediaFile } from '@griot/contracts/media/media-file'
import { formatFileSize } from '@griot/ui/format'
import FolderOpen from 'lucide-react/icons/folder-open'
import { useState } from 'react'
import { FileButton } from '../file-button.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { useStorage } from './api.ts'
import { objectionTo, withType } from './choose-files.ts'
import { type ChosenUpload, percentOf } from './upload-state.ts'
import type { Uploads } from './uploads.ts'

export function ReplaceDialog({ file, uploads, onClose }: { file: MediaFile; uploads: Uploads; onClose: () => void }) {
  const storage = useStorage()
  const [chosen, setChosen] = useState<File | null>(null)
  const [refused, setRefused] = useState<string | null>(null)

  const handlePick = (picked: File | undefined) => {
    if (!picked) return
    const next = withType(picked)
    const objection = objectionTo(next, [], storage.data)
    setChosen(objection ? null : next)
    setRefused(objection && `${next.name}: ${objection.title}. ${objection.description}`)
  }
  const handleReplace = () => {
    if (!chosen) return
    const [added] = uploads.add([chosen], { id: file.id, originalName: file.originalName })
    uploads.start(added?.key)
    onClose()
  }

  return (
    <FormDialog
      title="Replace the audio"
      description={file.originalName}
      submitLabel="Replace"
      isDisabled={!chosen}
      onSubmit={handleReplace}
      onClose={onClose}
    >
      <p>
        The file keeps its name and its episodes. Until the new audio is uploaded and ready, listeners hear the current
        audio.
      </p>
      <div className="studio:flex studio:flex-wrap studio:items-center studio:gap-3">
        <FileButton label="New audio" accept="audio/*" size="small" onPick={([picked]) => handlePick(picked)}>
          <FolderOpen aria-hidden="true" />
          {chosen ? 'Choose another' : 'Browse'}
        </FileButton>
        {chosen && (
          <span className="studio:text-sm studio:wrap-anywhere">
            {chosen.name} · {formatFileSize(chosen.size)}
          </span>
        )}
      </div>
      <p role="alert" className="studio:text-sm studio:wrap-anywhere studio:text-danger studio:empty:hidden">
        {refused}
      </p>
    </FormDialog>
  )
}

const LABELS = {
  chosen: 'was not uploaded',
  waiting: 'waits to be uploaded',
  sending: 'is being uploaded',
  paused: 'is paused',
  lost: 'waits for the connection',
}

/** The upload of new audio for a file; nothing if there is none. */
export function ReplacementUpload({ upload }: { upload: ChosenUpload | undefined }) {
  if (!upload) return null
  const { state, file } = upload
  return (
    <p role="status" className="studio:text-sm">
      {file.name} {LABELS[state]}
      {state === 'sending' && `, ${percentOf(upload)}%`}. You can pause or cancel it under Upload New.
    </p>
  )
}
