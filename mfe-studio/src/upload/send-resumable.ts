import { pathFor } from '@griot/contracts/endpoint'
import { ApiError, type ErrorBody } from '@griot/contracts/errors'
import { CreateUpload, GetUploadOffset } from '@griot/contracts/uploads'
import { requestHeaders } from '@griot/shell-sdk/http'
import { type DetailedError, defaultOptions, Upload } from 'tus-js-client'

export interface Sending {
  /** Aborting leaves what has arrived where it is. */
  signal: AbortSignal
  /** Bytes that have left, of all bytes. */
  onProgress: (sent: number, total: number) => void
}

interface Resuming extends Sending {
  ownerId: string
  /** What it goes on with, when that is known; else what this browser remembers of the same file. */
  uploadId: string | null
  /** It exists on the server now, under this id. */
  onBegun: (uploadId: string) => void
}

const idIn = (address: string | null | undefined) => address?.split('/').at(-1) ?? ''

/** The same file of the same person: a file that was exported once more, perhaps at the same size, is another one. */
const fingerprintOf = ({ name, type, size, lastModified }: File, ownerId: string) =>
  ['griot', ownerId, name, type, size, lastModified].join(' ')

const remembered = async (file: File, ownerId: string) => {
  const known = await defaultOptions.urlStorage.findUploadsByFingerprint(fingerprintOf(file, ownerId))
  return known.sort((a, b) => Date.parse(a.creationTime) - Date.parse(b.creationTime)).at(-1)
}

/** The upload of this file that this browser has begun, perhaps in an earlier visit; null when it has not. */
export const begunBefore = async (file: File, ownerId: string) =>
  idIn((await remembered(file, ownerId))?.uploadUrl) || null

/** What the server said, or that nobody answered. */
const asOurs = (error: Error) => {
  const response = 'originalResponse' in error ? (error as DetailedError).originalResponse : undefined
  if (response === undefined) return error
  if (response === null) return new TypeError('The connection was lost', { cause: error })
  const text = response.getBody()
  let details: Partial<ErrorBody> = {}
  try {
    details = JSON.parse(text) as Partial<ErrorBody>
  } catch {
    // Something between us and the service has answered.
  }
  return new ApiError(response.getStatus(), text, details)
}

/** One try at sending a file, from where the server has it to its end. Answers the id of what it has become. */
export const sendResumable = async (file: File, { ownerId, uploadId, signal, onProgress, onBegun }: Resuming) => {
  const before = uploadId === null ? await remembered(file, ownerId) : undefined
  return new Promise<string>((resolve, reject) => {
    const upload: Upload = new Upload(file, {
      endpoint: new URL(CreateUpload.path, document.baseURI).href,
      ...(uploadId !== null && { uploadUrl: pathFor(GetUploadOffset, { params: { id: uploadId } }) }),
      metadata: { filename: file.name, filetype: file.type },
      headers: { ...requestHeaders() },
      fingerprint: async () => fingerprintOf(file, ownerId),
      removeFingerprintOnSuccess: true,
      // When to try again is decided where it can be told to the person who waits.
      retryDelays: null,
      onProgress,
      onUploadUrlAvailable: () => onBegun(idIn(upload.url)),
      // The library forgets that it was stopped when that happens before its first request.
      onBeforeRequest: () => signal.throwIfAborted(),
      onSuccess: () => resolve(idIn(upload.url)),
      onError: (error) => reject(asOurs(error)),
    })
    const stop = () => {
      void upload.abort()
      reject(signal.reason)
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    if (before) upload.resumeFromPreviousUpload(before)
    upload.start()
  })
}
