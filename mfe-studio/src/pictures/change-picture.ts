import { DeletePodcastCover, UploadPodcastCover } from '@griot/contracts/catalog/covers'
import { DeleteCreatorPortrait, UploadCreatorPortrait } from '@griot/contracts/catalog/portraits'
import { pathFor } from '@griot/contracts/endpoint'
import { ApiError, type ErrorBody } from '@griot/contracts/errors'
import { call, fetchApi } from '@griot/shell-sdk/http'

/** What is to become of a picture: another one, none, or nothing. */
export type PictureChange = File | 'remove' | null

const CALLS = {
  cover: { upload: UploadPodcastCover, remove: DeletePodcastCover },
  portrait: { upload: UploadCreatorPortrait, remove: DeleteCreatorPortrait },
}
export type PictureKind = keyof typeof CALLS

export const changePicture = async (kind: PictureKind, id: string, change: PictureChange) => {
  const { upload, remove } = CALLS[kind]
  if (change === 'remove') await call(remove, { params: { id } })
  else if (change !== null) await send(upload, id, change)
}

/** A picture is sent as a form, which `call` does not do. */
const send = async (upload: (typeof CALLS)[PictureKind]['upload'], id: string, picture: File) => {
  const form = new FormData()
  form.append(upload.file, picture)
  const address = pathFor(upload, { params: { id } })
  const response = await fetchApi(address, { method: upload.method, credentials: 'include', body: form })
  if (response.ok) return
  const body = await response.text()
  let details: Partial<ErrorBody> = {}
  try {
    details = JSON.parse(body) as ErrorBody
  } catch {
    // Something between us and the service has answered.
  }
  throw new ApiError(response.status, body, details)
}

/** Whether an address is that of a picture which was uploaded, and can be taken away. */
export const isUploaded = (address: string | null) => /\/(cover|portrait)\/[0-9a-f-]{36}\//.test(address ?? '')

/** What the server said of the picture; undefined when the error is about something else. */
export const pictureRefusal = (kind: PictureKind, error: unknown) =>
  error instanceof ApiError && error.code?.startsWith(`${kind}.`) ? error.sentence : undefined

/** For what was made, but did not get its picture. */
export const withoutPicture = (error: unknown) =>
  (error instanceof ApiError && error.sentence) || 'The picture did not arrive.'
