import type { MediaFile } from '@griot/contracts/media/media-file'
import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { formatFileSize } from '@griot/ui/format'
import FolderOpen from 'lucide-react/icons/folder-open'
import { useRef, useState } from 'react'
import { leftOf, useStorage } from './api.ts'
import { objectionTo, roomObjection, withType } from './check-file.ts'
import type { ChosenUpload } from './uploads.ts'
import type { Uploads } from './use-uploads.ts'

interface ReplaceDialogProps {
  file: MediaFile
  uploads: Uploads
  onClose: () => void
}

/** Chooses new audio for a file that episodes may play already. */
export function ReplaceDialog({ file, uploads, onClose }: ReplaceDialogProps) {
  const { ui } = useShell()
  const storage = useStorage()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)

  const handlePick = (picked: File | undefined) => {
    if (!picked) return
    const next = withType(picked)
    const objection = objectionTo(next) ?? roomObjection(next, [], leftOf(storage.data))
    if (objection) ui.toast(objection)
    else setChosen(next)
  }
  const handleReplace = () => {
    if (!chosen) return
    const [key] = uploads.add([chosen], { id: file.id, originalName: file.originalName })
    uploads.start(key)
    onClose()
  }

  return (
    <Dialog open onClose={onClose} title="Replace the audio" description={file.originalName}>
      <p>
        Its name and its episodes stay. Until the new audio is uploaded and ready, listeners go on hearing what is there
        now.
      </p>
      <div className="studio:mt-4 studio:flex studio:flex-wrap studio:items-center studio:gap-3">
        <input
          ref={input}
          type="file"
          accept="audio/*"
          aria-label="New audio"
          tabIndex={-1}
          className="g-visually-hidden"
          onChange={(event) => {
            handlePick(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button look="secondary" size="small" onClick={() => input.current?.click()}>
          <FolderOpen aria-hidden="true" />
          {chosen ? 'Choose another' : 'Browse'}
        </Button>
        {chosen && (
          <span className="studio:text-sm studio:wrap-anywhere">
            {chosen.name} · {formatFileSize(chosen.size)}
          </span>
        )}
      </div>
      <DialogActions>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!chosen} onClick={handleReplace}>
          Replace
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const WORDS = {
  chosen: 'was not uploaded',
  waiting: 'waits to be uploaded',
  sending: 'is being uploaded',
  paused: 'is paused',
  lost: 'waits for the connection',
}

/** New audio for a file while it is uploaded. Nothing when there is none. */
export function NewAudioOnItsWay({ upload }: { upload: ChosenUpload | undefined }) {
  if (!upload) return null
  const { state, percent, file } = upload
  return (
    <p role="status" className="studio:text-sm">
      {file.name} {WORDS[state]}
      {state === 'sending' && `, ${percent}%`}. You can pause or cancel it under Upload New.
    </p>
  )
}
