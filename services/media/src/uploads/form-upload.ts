import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { audioFamily } from '@griot/contracts/media/audio-types'
import { bodyBytesOf } from '@griot/contracts/uploads'
import type { BodySlot } from '@griot/service-kit/http/body-slots'
import { conflict, invalid } from '@griot/service-kit/http/errors'
import { cutShort, requireForm } from '@griot/service-kit/http/upload-form'
import type { Caller } from '@griot/service-kit/identity/identity'
import type { Locker } from '@tus/server'
import busboy from 'busboy'
import type { UploadLimits } from '../config.ts'
import { cleanName } from '../files/clean-name.ts'
import { originalKey } from '../storage/objects.ts'
import { abandonFailed } from './abandon-upload.ts'
import { bodyTooLarge, emptyFile, requireSize, type UploadSlots, unsupportedType } from './limits.ts'
import { beginWithinQuota } from './quota.ts'
import { finishUpload, type StoreParts, storeBytes } from './store-upload.ts'

export interface UploadParts extends StoreParts {
  slots: UploadSlots
  locks: Locker
  limits: UploadLimits
}

/** Stores the one file of a multipart form and returns its media file. A failure leaves nothing behind. */
export const uploadForm = async (parts: UploadParts, owner: Caller, request: IncomingMessage) => {
  const id = randomUUID()
  const reservedBytes = largestFileIn(request, parts.limits)
  const slot = await parts.slots.take({ ownerId: owner.id, uploadId: id, bytes: reservedBytes }, request)
  try {
    requireForm(request.headers, {
      what: 'file',
      mostBytes: bodyBytesOf(parts.limits.losslessBytes),
      tooLarge: () => bodyTooLarge(parts.limits),
    })
    const upload = await receiveForm(
      request,
      async ({ originalName, mimeType, bytes }) => {
        // By the length of the body, before any byte is stored.
        requireSize(mimeType, smallestFileIn(request), parts.limits)
        const declared = { id, originalName, mimeType, reservedBytes, sizeBytes: null }
        const begun = await beginWithinQuota(parts, owner, declared)
        const sizeBytes = await storeBytes(parts, begun, 0, bytes)
        if (sizeBytes === 0) throw emptyFile()
        requireSize(mimeType, sizeBytes, parts.limits)
        return { ...begun, sizeBytes }
      },
      slot,
    )
    const file = await finishUpload(parts, upload)
    // The owner's account was deleted during the upload.
    if (file === undefined) throw conflict('upload.given_up', 'This upload was canceled.')
    return file
  } catch (error) {
    // If the database is unavailable too, the sweep removes the upload later.
    await abandonFailed(parts, { id, objectKey: originalKey(id) }, error).catch(() => {})
    throw error
  } finally {
    slot.release()
  }
}

/** A form is slightly longer than its file. Without Content-Length, the file may have the largest accepted size. */
const largestFileIn = ({ headers }: IncomingMessage, { losslessBytes }: UploadLimits) =>
  Math.min(Number(headers['content-length'] ?? losslessBytes), losslessBytes)

/** By the length of the body; 0 if it is not stated. */
const smallestFileIn = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0) - bodyBytesOf(0)

/** The one file of a form, while its bytes are still arriving. */
interface FormFile {
  originalName: string
  /** As declared, without parameters. */
  mimeType: string
  bytes: Readable
}

const FIELD = 'audio'

const noFile = () => invalid({ [FIELD]: 'Please choose an audio file.' })
const oneFileOnly = () => invalid({ [FIELD]: `Please send exactly one file, in the field "${FIELD}".` })

/**
 * Reads the form of a request and passes its file to `store` as a stream. Returns the result of `store` if the form was
 * exactly that one file. On any failure the stream fails too.
 */
export const receiveForm = async <Stored>(
  request: IncomingMessage,
  store: (file: FormFile) => Promise<Stored>,
  slot: Pick<BodySlot, 'watch'>,
): Promise<Stored> => {
  const form = openForm(request)
  let stored: Promise<Stored> | undefined
  let source: Readable | undefined

  return new Promise<Stored>((resolve, reject) => {
    const fail = (error: Error) => {
      unwatch()
      request.unpipe(form)
      form.destroy()
      source?.destroy(error)
      // Reject after `store` has settled, so that the caller can remove what was stored.
      Promise.allSettled([stored]).then(() => reject(error))
    }
    const unwatch = slot.watch(fail)

    form.on('file', (field, bytes, { filename, mimeType }) => {
      // A destroyed stream emits an error even if nothing reads it any more.
      bytes.on('error', () => {})
      source = bytes
      if (field !== FIELD) return fail(oneFileOnly())
      if (filename === undefined) return fail(noFile())
      if (audioFamily(mimeType) === null) return fail(unsupportedType())
      stored = store({ originalName: cleanName(filename), mimeType: mimeType.toLowerCase(), bytes })
      stored.catch(fail)
    })
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) form.on(limit, () => fail(oneFileOnly()))
    form.on('error', () => fail(cutShort()))
    form.on('close', () => {
      unwatch()
      if (stored === undefined) fail(noFile())
      else stored.then(resolve, fail)
    })
    request.pipe(form)
  })
}

const openForm = ({ headers }: IncomingMessage) => {
  try {
    return busboy({ headers, defParamCharset: 'utf8', limits: { files: 1, fields: 0, parts: 2, headerPairs: 20 } })
  } catch {
    throw cutShort()
  }
}
