import type { AnswerOf } from '@griot/contracts/endpoint'
import { ApiError, type ErrorBody } from '@griot/contracts/errors'
import { UploadMedia } from '@griot/contracts/media/files'
import { requestHeaders } from '@griot/shell-sdk/http'

type Uploaded = AnswerOf<typeof UploadMedia>

interface Sending {
  signal: AbortSignal
  /** Bytes that have left, of all bytes. */
  onProgress: (sent: number, total: number) => void
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const answerOf = (request: XMLHttpRequest): Uploaded => {
  const body = parsed(request.responseText)
  const isOk = request.status >= 200 && request.status < 300
  if (isOk && body) return body as Uploaded
  throw new ApiError(request.status, request.responseText || request.statusText, (body ?? {}) as Partial<ErrorBody>)
}

/** Uploads one file. By XMLHttpRequest, because `fetch` cannot tell how much of a body has been sent. */
export const sendFile = (file: File, { signal, onProgress }: Sending) =>
  new Promise<Uploaded>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('audio', file, file.name)

    request.upload.addEventListener('progress', (event) => onProgress(event.loaded, event.total))
    request.addEventListener('load', () => {
      try {
        resolve(answerOf(request))
      } catch (error) {
        reject(error)
      }
    })
    request.addEventListener('error', () => reject(new TypeError('The connection was lost')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())

    request.open(UploadMedia.method, UploadMedia.path)
    request.withCredentials = true
    for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value)
    request.send(form)
  })
