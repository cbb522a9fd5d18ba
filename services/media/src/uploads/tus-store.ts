import type { Readable } from 'node:stream'
import { audioFamily } from '@griot/contracts/media/audio-types'
import { sql } from '@griot/service-kit/db/db'
import { conflict, invalid } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { WrongOffset } from '@griot/service-kit/objects/object-store'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { UploadLimits } from '../config.ts'
import { cleanName } from '../files/clean-name.ts'
import { findFile } from '../files/media-file.ts'
import { abandonUpload } from './abandon-upload.ts'
import type { UploadParts } from './form-upload.ts'
import { CONTINUED_WITHIN_MS, emptyFile, requireSize, unsupportedType } from './limits.ts'
import { beginWithinQuota } from './quota.ts'
import { finishUpload, storeBytes } from './store-upload.ts'
import { openUploads } from './uploads.queries.ts'

/** The uploads of one user as a store of @tus/server. Uploads of other users do not exist in it. */
export class TusStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  readonly #parts: UploadParts
  readonly #owner: Caller

  constructor(parts: UploadParts, owner: Caller) {
    super()
    this.#parts = parts
    this.#owner = owner
  }

  override getExpiration() {
    return CONTINUED_WITHIN_MS
  }

  override async create(upload: Upload) {
    const declared = declaredFile(upload, this.#parts.limits)
    // Not only with the bytes: the gateway does not count an upload for the hourly limit if its creation returns 507.
    await this.#parts.slots.requireFreeDisk(upload.id, declared.sizeBytes)
    await beginWithinQuota(this.#parts, this.#owner, { id: upload.id, ...declared })
    return upload
  }

  /** Also finishes an upload whose last byte arrived, because the process that received it may have been killed. */
  override async getUpload(id: string) {
    const open = await this.#findOpen(id)
    if (open === undefined) return this.#findFinished(id)
    const { partials } = this.#parts.store
    let offset = await partials.size(open.objectKey)
    if (offset === open.sizeBytes) {
      try {
        await finishUpload(this.#parts, open)
        return this.#findFinished(id)
      } catch (error) {
        // An instance that had lost its lock changed the stored bytes meanwhile.
        if (!(error instanceof WrongOffset)) throw error
        offset = await partials.size(open.objectKey)
      }
    }
    return new Upload({
      id,
      size: open.sizeBytes,
      offset,
      metadata: { filename: open.originalName, filetype: open.mimeType },
      creation_date: open.touchedAt,
    })
  }

  override async write(source: Readable, id: string, offset: number) {
    const open = await this.#findOpen(id)
    // A finished upload accepts no more bytes.
    if (open === undefined) return (await this.#findFinished(id)).offset
    try {
      const arrived = await storeBytes(this.#parts, open, offset, source)
      if (arrived === open.sizeBytes) await finishUpload(this.#parts, open)
      else await this.#parts.db.run(sql`update upload set touched_at = clock_timestamp() where id = ${id}`)
      return arrived
    } catch (error) {
      // A partial file would keep the disk full.
      if ((error as { status?: number }).status === 507) await abandonUpload(this.#parts, open)
      // Another instance, which had lost its lock, stored bytes meanwhile. The client asks for the offset and continues.
      throw error instanceof WrongOffset ? ERRORS.INVALID_OFFSET : error
    }
  }

  override async remove(id: string) {
    const open = await this.#findOpen(id)
    if (open !== undefined) return abandonUpload(this.#parts, open)
    await this.#findFinished(id)
    throw conflict('upload.finished', 'This upload is done. Please delete the file instead.')
  }

  async #findOpen(id: string) {
    const [upload] = await openUploads(this.#parts.db, sql`id = ${id} and owner_id = ${this.#owner.id}`)
    return upload
  }

  async #findFinished(id: string) {
    const file = await findFile(this.#parts.db, id)
    if (file?.ownerId !== this.#owner.id) throw ERRORS.FILE_NOT_FOUND
    const { fileSize } = file
    return new Upload({ id, size: fileSize, offset: fileSize })
  }
}

/** The declared file, checked like the file of a form. */
const declaredFile = ({ size, metadata }: Upload, limits: UploadLimits) => {
  const name = metadata?.filename ?? metadata?.name ?? ''
  const mimeType = (metadata?.filetype ?? metadata?.type ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (name === '') throw invalid({ filename: 'Please say what the file is called.' })
  if (audioFamily(mimeType) === null) throw unsupportedType()
  if (size === undefined) throw invalid({ 'upload-length': 'Please say how large the file is.' })
  if (size === 0) throw emptyFile()
  requireSize(mimeType, size, limits)
  return { originalName: cleanName(name), mimeType, reservedBytes: size, sizeBytes: size }
}
