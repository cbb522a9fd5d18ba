import type { IncomingMessage } from 'node:http'
import { MAX_COVER_BYTES } from '@griot/contracts/catalog/covers'
import { AppError, invalid } from '@griot/service-kit/errors'
import { cutShort, discardRest, requireForm, tooSlow } from '@griot/service-kit/upload-form'
import busboy from 'busboy'
import type { PictureKind } from './pictures.queries.ts'

// Boundaries and part headers around the file.
const FORM_OVERHEAD_BYTES = 64 * 1024
const TIMEOUT_MS = 60_000

const tooLarge = (kind: PictureKind) => {
  const sentence = 'Please choose a picture of at most 10 MB.'
  return new AppError(413, `${kind}.too_large`, sentence, { fields: { [kind]: sentence } })
}
const oneFileOnly = (kind: PictureKind) =>
  invalid({ [kind]: `Please send exactly one picture, in the field "${kind}".` })

/**
 * The one picture of a form, in the field of its kind. Whole: it is small, and has to be looked at from its first byte to
 * its last.
 */
export const receivePicture = async (request: IncomingMessage, kind: PictureKind): Promise<Buffer> => {
  try {
    return await readForm(request, openForm(request, kind), kind)
  } catch (error) {
    discardRest(request)
    throw error
  }
}

const openForm = ({ headers }: IncomingMessage, kind: PictureKind) => {
  requireForm(headers, {
    what: 'picture',
    mostBytes: MAX_COVER_BYTES + FORM_OVERHEAD_BYTES,
    tooLarge: () => tooLarge(kind),
  })
  try {
    return busboy({ headers, limits: { files: 1, fields: 0, parts: 2, headerPairs: 20 } })
  } catch {
    throw cutShort()
  }
}

const readForm = (request: IncomingMessage, form: busboy.Busboy, kind: PictureKind) =>
  new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    let isThere = false
    let size = 0
    const fail = (error: Error) => {
      clearTimeout(timer)
      request.unpipe(form)
      // Not at once: the parser throws, outside of everything, when it is destroyed while it tells of something.
      setImmediate(() => form.destroy())
      reject(error)
    }
    const timer = setTimeout(() => fail(tooSlow()), TIMEOUT_MS)

    form.on('file', (field, bytes) => {
      bytes.on('error', () => {})
      if (field !== kind) return fail(oneFileOnly(kind))
      isThere = true
      bytes.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_COVER_BYTES) fail(tooLarge(kind))
        else chunks.push(chunk)
      })
    })
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
      form.on(limit, () => fail(oneFileOnly(kind)))
    form.on('error', () => fail(cutShort()))
    request.on('close', () => {
      if (!request.readableEnded) fail(cutShort())
    })
    form.on('close', () => {
      clearTimeout(timer)
      if (isThere && chunks.length > 0) resolve(Buffer.concat(chunks))
      else reject(oneFileOnly(kind))
    })
    request.pipe(form)
  })
