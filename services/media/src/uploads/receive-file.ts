import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { audioFamily, MAX_UPLOAD_BYTES, REFUSED_FILE } from '@griot/contracts/media'
import { AppError, invalid } from '@griot/service-kit/errors'
import busboy from 'busboy'
import { cleanName } from './original-name.ts'

/** The one file of a form, while its bytes are still arriving. */
export interface IncomingFile {
  name: string
  /** As declared, without parameters. */
  mimeType: string
  bytes: Readable
}

export interface Pace {
  /** Averaged over each window; a slower client is sent away. */
  bytesPerSecond: number
  windowMs: number
}

const SLOWEST: Pace = { bytesPerSecond: 16 * 1024, windowMs: 30_000 }

// Boundaries and part headers around the file.
const FORM_OVERHEAD_BYTES = 64 * 1024
const FIELD = 'audio'
const LINGER_MS = 10_000

export const tooLarge = () => new AppError(413, 'upload.too_large', REFUSED_FILE.size)
const noFile = () => invalid({ [FIELD]: 'Please choose an audio file.' })
const oneFileOnly = () => invalid({ [FIELD]: `Please send exactly one file, in the field "${FIELD}".` })
const malformed = () => new AppError(400, 'upload.malformed', 'The upload was cut short or is not a valid form.')
const aborted = () => new AppError(400, 'upload.aborted', 'The upload was cancelled.')
const tooSlow = () =>
  new AppError(408, 'upload.too_slow', 'The upload was too slow and was stopped. Please try a faster connection.')
const unsupportedType = () => new AppError(415, 'upload.unsupported_type', REFUSED_FILE.type)
const notAForm = () => new AppError(415, 'upload.not_a_form', 'Please send the file as multipart/form-data.')

/**
 * Reads the form of a request and hands its file to `keep` as a stream. Answers what `keep` answered, once the whole
 * form turned out to be exactly that one file. On any failure the stream that `keep` reads fails too, and the rest of
 * the request is read and thrown away for a while, so that the client gets to see the answer instead of a reset.
 */
export const receiveFile = async <Kept>(
  request: IncomingMessage,
  keep: (file: IncomingFile) => Promise<Kept>,
  pace = SLOWEST,
): Promise<Kept> => {
  try {
    return await readForm(request, openForm(request), keep, pace)
  } catch (error) {
    discardRest(request)
    throw error
  }
}

const openForm = ({ headers }: IncomingMessage) => {
  // Nothing here may ever unpack: what is small on the way in must be small inside.
  if (headers['content-encoding'] !== undefined) throw notAForm()
  if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) throw notAForm()
  if (Number(headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES + FORM_OVERHEAD_BYTES) throw tooLarge()
  try {
    return busboy({ headers, defParamCharset: 'utf8', limits: { files: 1, fields: 0, parts: 2, headerPairs: 20 } })
  } catch {
    throw malformed()
  }
}

const readForm = <Kept>(
  request: IncomingMessage,
  form: busboy.Busboy,
  keep: (file: IncomingFile) => Promise<Kept>,
  pace: Pace,
) => {
  let kept: Promise<Kept> | undefined
  let arriving: Readable | undefined

  return new Promise<Kept>((resolve, reject) => {
    const fail = (error: Error) => {
      stopWatching()
      request.unpipe(form)
      form.destroy()
      arriving?.destroy(error)
      // Only when whoever keeps the bytes has let go of them is it known that nothing stays.
      Promise.resolve(kept).then(
        () => reject(error),
        () => reject(error),
      )
    }
    const stopWatching = watch(request, pace, fail)

    form.on('file', (field, bytes, { filename, mimeType }) => {
      // A destroyed stream reports its end even when nobody reads it any more.
      bytes.on('error', () => {})
      arriving = bytes
      if (field !== FIELD) return fail(oneFileOnly())
      if (filename === undefined) return fail(noFile())
      if (audioFamily(mimeType) === null) return fail(unsupportedType())
      kept = keep({ name: cleanName(filename), mimeType: mimeType.toLowerCase(), bytes })
      kept.catch(fail)
    })
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) form.on(limit, () => fail(oneFileOnly()))
    form.on('error', () => fail(malformed()))
    form.on('close', () => {
      stopWatching()
      if (kept === undefined) fail(noFile())
      else kept.then(resolve, fail)
    })
    request.pipe(form)
  })
}

/** Calls `fail` when the client goes away, sends more than one file can be, or is slower than `pace`. */
const watch = (request: IncomingMessage, pace: Pace, fail: (error: Error) => void) => {
  let total = 0
  let inWindow = 0
  const count = (chunk: Buffer) => {
    total += chunk.length
    inWindow += chunk.length
    if (total > MAX_UPLOAD_BYTES + FORM_OVERHEAD_BYTES) fail(tooLarge())
  }
  const gone = () => {
    if (!request.complete) fail(aborted())
  }
  const window = setInterval(() => {
    if (inWindow < (pace.bytesPerSecond * pace.windowMs) / 1000) fail(tooSlow())
    inWindow = 0
  }, pace.windowMs)
  request.on('data', count)
  request.on('error', gone)
  request.on('close', gone)
  return () => {
    clearInterval(window)
    request.off('data', count)
    request.off('close', gone)
  }
}

/** Closing at once would reset the connection and with it, for many clients, the answer that is on its way. */
const discardRest = (request: IncomingMessage) => {
  if (request.complete || request.destroyed) return
  request.resume()
  const linger = setTimeout(() => request.socket.destroy(), LINGER_MS)
  request.once('close', () => clearTimeout(linger))
}
