import { DeletePodcastCover, UploadPodcastCover } from '@griot/contracts/catalog/covers'
import { DeleteCreatorPortrait, UploadCreatorPortrait } from '@griot/contracts/catalog/portraits'
import { pathFor } from '@griot/contracts/endpoint'
import { ApiError } from '@griot/contracts/errors'
import type { Toast } from '@griot/shell-sdk/contract'
import { call, fetchApi } from '@griot/shell-sdk/http'

/** A new picture, the removal of the picture, or no change. */
export type PictureChange = File | 'remove' | null

const CALLS = {
  cover: { upload: UploadPodcastCover, remove: DeletePodcastCover },
  portrait: { upload: UploadCreatorPortrait, remove: DeleteCreatorPortrait },
}
export type PictureKind = keyof typeof CALLS

const changePicture = async (kind: PictureKind, id: string, change: PictureChange) => {
  const { upload, remove } = CALLS[kind]
  if (change === null) return
  if (change === 'remove') {
    await call(remove, { params: { id } })
    return
  }
  const body = new FormData()
  body.append(upload.file, change)
  // `call` sends JSON only.
  const url = pathFor(upload, { params: { id } })
  const response = await fetchApi(url, { method: upload.method, credentials: 'include', body })
  if (!response.ok) throw new ApiError(response.status, await response.text())
}

/** Changes the picture of a saved podcast or profile. A new one is kept after a failure: returns the error, or null. */
export const savePicture = async (kind: PictureKind, id: string, change: PictureChange, isNew: boolean) => {
  try {
    await changePicture(kind, id, change)
    return null
  } catch (error) {
    if (!isNew) throw error
    return error as Error
  }
}

/** Whether the URL is that of an uploaded picture, which can be removed. */
export const isUploaded = (url: string | null | undefined) => /\/(cover|portrait)\/[0-9a-f-]{36}\//.test(url ?? '')

/** Whether a form can change the URL of a picture: an uploaded picture takes precedence. */
export const takesUrl = (change: PictureChange, url: string | null | undefined) =>
  change === 'remove' || (change === null && !isUploaded(url))

/** The toast after a podcast or profile was saved, for a new one perhaps without its picture. */
export const savedToast = (noun: string, isNew: boolean, error: Error | null): Toast => {
  if (error === null) return { title: 'Success', description: `${noun} ${isNew ? 'created successfully!' : 'saved.'}` }
  const reason = (error instanceof ApiError && error.sentence) || 'The picture was not uploaded.'
  const description = `${reason} You can edit the ${noun.toLowerCase()} to try again.`
  return { title: `${noun} created, without its picture`, description, tone: 'destructive' }
}
