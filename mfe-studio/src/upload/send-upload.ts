import { ApiError } from '@griot/contracts/errors'
import { GetMedia } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { call } from '@griot/shell-sdk/http'
import { sendFile } from './send-file.ts'

// Fetched when a file is chosen: the library weighs as much as the rest of the page.
const loadResumable = () =>
  import('./send-resumable.ts').catch((error: unknown) => {
    console.error('uploads cannot be continued in this visit', error)
    return null
  })

/** The upload of this file that was begun before, also in an earlier visit; null when there is none. */
export const begunBefore = async (file: File, ownerId: string) =>
  (await (await loadResumable())?.begunBefore(file, ownerId)) ?? null

interface Wish {
  ownerId: string
  uploadId: string | null
  signal: AbortSignal
  onProgress: (sent: number, total: number) => void
  onBegun: (uploadId: string) => void
}

// What answers there speaks no tus, or lets none of its methods pass.
const SPEAKS_NO_TUS = [404, 405, 412, 501]

/** Sends a file so that it can be continued; where that is not to be had, in one piece. Answers what it has become. */
export const sendUpload = async (file: File, wish: Wish): Promise<MediaFile> => {
  const resumable = await loadResumable()
  if (resumable === null) return (await sendFile(file, wish)).mediaFile
  let id: string
  try {
    id = await resumable.sendResumable(file, wish)
  } catch (error) {
    if (!(error instanceof ApiError) || !SPEAKS_NO_TUS.includes(error.status)) throw error
    return (await sendFile(file, wish)).mediaFile
  }
  return call(GetMedia, { params: { id } }, { signal: wish.signal })
}
