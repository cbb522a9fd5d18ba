import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { audioFamily, REFUSED_FILE } from '@griot/contracts/media/audio-types'
import { MAX_UPLOAD_BODY_BYTES } from '@griot/contracts/uploads'
import { AppError, invalid } from '@griot/service-kit/errors'
import { cutShort, discardRest, requireForm } from '@griot/service-kit/upload-form'
import busboy from 'busboy'
import type { Pace } from './limits.ts'
import { cleanName } from './original-name.ts'
import { watchBody } from './watch-body.ts'

/** The one file of a form, while its bytes are still arriving. */
export interface IncomingFile {
  name: string
  /** As declared, without parameters. */
  mimeType: string
  bytes: Readable
}

const FIELD = 'audio'

export const tooLarge = () => new AppError(413, 'upload.too_large', REFUSED_FILE.size)
const noFile = () => invalid({ [FIELD]: 'Please choose an audio file.' })
const oneFileOnly = () => invalid({ [FIELD]: `Please send exactly one file, in the field "${FIELD}".` })
export const unsupportedType = () => new AppError(415, 'upload.unsupported_type', REFUSED_FILE.type)

/**
 * Reads the form of a request and hands its file to `keep` as a stream. Answers what `keep` answered, once the whole
 * form turned out to be exactly that one file. On any failure the stream that `keep` reads fails too, and the rest of
 * the request is read and thrown away for a while, so that the client gets to see the answer instead of a reset.
 */
export const receiveFile = async <Kept>(
  request: IncomingMessage,
  keep: (file: IncomingFile) => Promise<Kept>,
  pace: Pace,
): Promise<Kept> => {
  try {
    return await readForm(request, openForm(request), keep, pace)
  } catch (error) {
    discardRest(request)
    throw error
  }
}

const openForm = ({ headers }: IncomingMessage) => {
  requireForm(headers, { what: 'file', mostBytes: MAX_UPLOAD_BODY_BYTES, tooLarge })
  try {
    return busboy({ headers, defParamCharset: 'utf8', limits: { files: 1, fields: 0, parts: 2, headerPairs: 20 } })
  } catch {
    throw cutShort()
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
    let total = 0
    const count = (chunk: Buffer) => {
      total += chunk.length
      if (total > MAX_UPLOAD_BODY_BYTES) fail(tooLarge())
    }
    request.on('data', count)
    const unwatch = watchBody(request, pace, fail)
    const stopWatching = () => {
      request.off('data', count)
      unwatch()
    }

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
    form.on('error', () => fail(cutShort()))
    form.on('close', () => {
      stopWatching()
      if (kept === undefined) fail(noFile())
      else kept.then(resolve, fail)
    })
    request.pipe(form)
  })
}
