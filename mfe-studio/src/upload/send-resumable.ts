import { pathFor } from '@griot/contracts/endpoint'
import { ApiError } from '@griot/contracts/errors'
import { CreateUpload, GetUploadOffset } from '@griot/contracts/uploads'
import { requestHeaders } from '@griot/shell-sdk/http'
import { type DetailedError, defaultOptions, Upload } from 'tus-js-client'

interface SendOptions {
  ownerId: string
  /** The upload to continue; null continues the upload that this browser has stored for the same file. */
  uploadId: string | null
  /** Aborting keeps what has arrived on the server. */
  signal: AbortSignal
  /** Bytes sent, of all bytes. */
  onProgress: (sent: number, total: number) => void
  /** The upload exists on the server under this id. */
  onBegun: (uploadId: string) => void
}

const idIn = (url: string | null | undefined) => url?.split('/').at(-1) ?? ''

/** Identifies a file of a user. A file that was exported again is another one, even at the same size. */
const fingerprintOf = ({ name, type, size, lastModified }: File, ownerId: string) =>
  ['griot', ownerId, name, type, size, lastModified].join(' ')

const previousUpload = async (file: File, ownerId: string) => {
  const known = await defaultOptions.urlStorage.findUploadsByFingerprint(fingerprintOf(file, ownerId))
  return known.sort((a, b) => Date.parse(a.creationTime) - Date.parse(b.creationTime)).at(-1)
}

/** The id of the upload of this file that this browser began, in this visit or an earlier one; null if there is none. */
export const begunBefore = async (file: File, ownerId: string) =>
  idIn((await previousUpload(file, ownerId))?.uploadUrl) || null

/** An ApiError with the response of the server, or a TypeError if there was no response. */
const toApiError = (error: Error) => {
  const response = 'originalResponse' in error ? (error as DetailedError).originalResponse : undefined
  if (response === undefined) return error
  if (response === null) return new TypeError('The connection was lost', { cause: error })
  return new ApiError(response.getStatus(), response.getBody())
}

/** Makes one attempt to send a file, from the server's offset to the end. Returns the id of the media file. */
export const sendResumable = async (file: File, { ownerId, uploadId, signal, onProgress, onBegun }: SendOptions) => {
  const previous = uploadId === null ? await previousUpload(file, ownerId) : undefined
  return new Promise<string>((resolve, reject) => {
    const upload: Upload = new Upload(file, {
      endpoint: new URL(CreateUpload.path, document.baseURI).href,
      ...(uploadId !== null && { uploadUrl: pathFor(GetUploadOffset, { params: { id: uploadId } }) }),
      metadata: { filename: file.name, filetype: file.type },
      headers: { ...requestHeaders() },
      fingerprint: async () => fingerprintOf(file, ownerId),
      removeFingerprintOnSuccess: true,
      // `send-attempt.ts` retries, because it shows the reason and reacts when the browser is online again.
      retryDelays: null,
      onProgress,
      onUploadUrlAvailable: () => onBegun(idIn(upload.url)),
      // The library ignores `abort` before its first request.
      onBeforeRequest: () => signal.throwIfAborted(),
      onSuccess: () => resolve(idIn(upload.url)),
      onError: (error) => reject(toApiError(error)),
    })
    const stop = () => {
      void upload.abort()
      reject(signal.reason)
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    if (previous) upload.resumeFromPreviousUpload(previous)
    upload.start()
  })
}
