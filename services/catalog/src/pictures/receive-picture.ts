import type { IncomingMessage } from 'node:http'
import { MAX_COVER_BYTES } from '@griot/contracts/catalog/covers'
import type { BodySlot } from '@griot/service-kit/http/body-slots'
import { invalid } from '@griot/service-kit/http/errors'
import { cutShort, requireForm } from '@griot/service-kit/http/upload-form'
import busboy from 'busboy'
import { pictureError } from './picture-errors.ts'
import type { PictureKind } from './pictures.queries.ts'

// Boundaries and part headers around the file.
export const FORM_OVERHEAD_BYTES = 64 * 1024
// busboy reports a file of exactly `fileSize` as too large.
const LIMITS = { files: 1, fields: 0, parts: 2, headerPairs: 20, fileSize: MAX_COVER_BYTES + 1 }

const oneFileOnly = (kind: PictureKind) =>
  invalid({ [kind]: `Please send exactly one picture, in the field "${kind}".` })

/** Reads the one picture of a form, in the field named after its kind, into memory (at most 10 MB). */
export const receivePicture = async (request: IncomingMessage, kind: PictureKind, slot: BodySlot): Promise<Buffer> =>
  readForm(request, openForm(request, kind), kind, slot)

const openForm = ({ headers }: IncomingMessage, kind: PictureKind) => {
  requireForm(headers, {
    what: 'picture',
    mostBytes: MAX_COVER_BYTES + FORM_OVERHEAD_BYTES,
    tooLarge: () => pictureError(kind, 'too_large'),
  })
  try {
    return busboy({ headers, limits: LIMITS })
  } catch {
    throw cutShort()
  }
}

const readForm = (request: IncomingMessage, form: busboy.Busboy, kind: PictureKind, slot: BodySlot) =>
  new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    const fail = (error: Error) => {
      unwatch()
      request.unpipe(form)
      // Deferred: busboy throws an uncaught error if it is destroyed during an event.
      setImmediate(() => form.destroy())
      reject(error)
    }
    const unwatch = slot.watch(fail)

    form.on('file', (field, bytes) => {
      bytes.on('error', () => {})
      if (field !== kind) return fail(oneFileOnly(kind))
      bytes.on('limit', () => fail(pictureError(kind, 'too_large')))
      bytes.on('data', (chunk: Buffer) => chunks.push(chunk))
    })
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
      form.on(limit, () => fail(oneFileOnly(kind)))
    form.on('error', () => fail(cutShort()))
    form.on('close', () => {
      unwatch()
      if (chunks.length > 0) resolve(Buffer.concat(chunks))
      else reject(oneFileOnly(kind))
    })
    request.pipe(form)
  })
