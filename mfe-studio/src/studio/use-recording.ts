import type { MediaFile } from '@griot/contracts/media/media-file'
import type { OpenUpload } from '@griot/contracts/uploads'
import { useState } from 'react'
import { useMyMedia } from '../media/api.ts'
import { useStorage, useUnfinished } from '../upload/api.ts'
import { FOLDER, objectionTo, withType } from '../upload/choose-files.ts'
import type { ChosenUpload } from '../upload/upload-state.ts'
import { useTrackedUploads } from './tracked-uploads.ts'

/** The recording of a new episode: none, on its way, interrupted by a reload, or a media file. */
export type Recording =
  | { kind: 'none' }
  | { kind: 'unknown' }
  | { kind: 'upload'; upload: ChosenUpload }
  | { kind: 'interrupted'; unfinished: OpenUpload }
  | { kind: 'file'; file: MediaFile }

/** `fileId` is the recording that the form has stored, and `onFile` stores another one; empty for none. */
export const useRecording = (podcastId: string, fileId: string, onFile: (id: string) => void) => {
  const { uploads, tracker } = useTrackedUploads()
  const media = useMyMedia()
  const unfinished = useUnfinished()
  const storage = useStorage()
  const [refusal, setRefusal] = useState<string | null>(null)

  const key = tracker.keyOf(podcastId)
  const upload = uploads.items.find((item) => item.key === key)
  // The id of the upload is also that of the media file.
  const wantedId = (key !== undefined && tracker.idOf(key)) || fileId

  const find = (): Recording => {
    if (upload) return { kind: 'upload', upload }
    if (wantedId === '') return { kind: 'none' }
    const file = media.data?.find(({ id }) => id === wantedId)
    if (file) return { kind: 'file', file }
    const begun = unfinished.data?.find(({ id }) => id === wantedId)
    if (begun) return { kind: 'interrupted', unfinished: begun }
    // It was deleted, or its upload has expired.
    return media.isPending || unfinished.isPending ? { kind: 'unknown' } : { kind: 'none' }
  }

  const remove = () => {
    if (upload) {
      uploads.cancel(upload.key)
      uploads.clear(upload.key)
    }
    tracker.end(podcastId)
    setRefusal(null)
    onFile('')
  }

  return {
    recording: find(),
    wantedId,
    media,
    uploads,
    /** Why the last chosen file was refused. */
    refusal,
    remove,
    /** Uploads a file. */
    upload([picked, ...others]: readonly File[], [folder]: readonly string[] = []) {
      if (!picked) return setRefusal(folder === undefined ? null : `${folder}: ${FOLDER.title}. ${FOLDER.description}`)
      const file = withType(picked)
      const waiting = uploads.items.filter(({ uploadId }) => uploadId === null).map((item) => item.file)
      const objection = objectionTo(file, waiting, storage.data)
      if (objection) return setRefusal(`${file.name}: ${objection.description}`)
      setRefusal(others.length > 0 ? `An episode has one recording: only ${file.name} is uploaded.` : null)
      const [added] = uploads.add([file])
      if (!added) return
      tracker.begin(podcastId, added.key)
      uploads.start(added.key)
    },
    /** Uses a file of the media library. */
    use(id: string) {
      tracker.end(podcastId)
      setRefusal(null)
      onFile(id)
    },
    /** The episode is saved: a running upload is linked to it. */
    handOver(episodeId: string) {
      if (upload) tracker.linkWhenUploaded(upload.key, episodeId)
      tracker.end(podcastId)
    },
  }
}

export type RecordingState = ReturnType<typeof useRecording>
