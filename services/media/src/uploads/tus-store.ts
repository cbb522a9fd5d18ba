import { PassThrough, type Readable } from 'node:stream'
import { audioFamily, MAX_UPLOAD_BYTES } from '@griot/contracts/media/audio-types'
import { conflict, invalid } from '@griot/service-kit/errors'
import { type Caller, nameOf } from '@griot/service-kit/identity'
import { WrongOffset } from '@griot/service-kit/objects/arriving-objects'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { findFile } from '../files/files.queries.ts'
import { originalKey } from '../storage/keys.ts'
import { abandonUpload } from './abandon-upload.ts'
import type { UploadParts } from './enter-upload.ts'
import { type FinishParts, finishUpload } from './finish-upload.ts'
import { CONTINUED_WITHIN_MS } from './limits.ts'
import { findOpenUpload, type OpenUpload, touchUpload } from './open-uploads.queries.ts'
import { cleanName } from './original-name.ts'
import { tooLarge, unsupportedType } from './receive-file.ts'
import { beginWithinQuota } from './room.ts'

export type ResumableParts = UploadParts & FinishParts

/** One person's uploads as the protocol's library sees them; anyone else's do not exist. For one request. */
export class TusStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  readonly #parts: ResumableParts
  readonly #owner: Caller

  constructor(parts: ResumableParts, owner: Caller) {
    super()
    this.#parts = parts
    this.#owner = owner
  }

  override getExpiration() {
    return CONTINUED_WITHIN_MS
  }

  override async create(upload: Upload) {
    const { id } = upload
    const announced = { ...announcedIn(upload), ownerName: nameOf(this.#owner) }
    await beginWithinQuota(
      this.#parts.db,
      this.#owner,
      { id, ownerId: this.#owner.id, objectKey: originalKey(id), reservedBytes: announced.sizeBytes, announced },
      this.#parts.limits,
    )
    return upload
  }

  /** Where it stands. Finishes what has arrived whole: the process that received the end of it may have been killed. */
  override async getUpload(id: string) {
    const open = await this.#open(id)
    if (open === undefined) return this.#finished(id)
    const { arriving } = this.#parts.store
    let offset = await arriving.arrived(open.objectKey)
    if (offset === open.sizeBytes) {
      if (await this.#hasFinished(open)) return this.#finished(id)
      offset = await arriving.arrived(open.objectKey)
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
    const open = await this.#open(id)
    // Nothing can follow the last byte.
    if (open === undefined) return (await this.#finished(id)).offset
    const { store, db } = this.#parts
    try {
      const arrived = await store.arriving.append(open.objectKey, offset, shielded(source))
      if (arrived === open.sizeBytes) await finishUpload(this.#parts, open)
      else await touchUpload(db, id)
      return arrived
    } catch (error) {
      // What is half there would keep the disk full.
      if ((error as { status?: number }).status === 507) await abandonUpload(this.#parts, open)
      // A process that had lost its lock put away what it still held: the client asks where the upload stands, and goes on.
      throw error instanceof WrongOffset ? ERRORS.INVALID_OFFSET : error
    }
  }

  override async remove(id: string) {
    const open = await this.#open(id)
    if (open !== undefined) return abandonUpload(this.#parts, open)
    await this.#finished(id)
    throw conflict('upload.finished', 'This upload is done. Please delete the file instead.')
  }

  /** Not when a process that had lost its lock changed what had arrived. */
  async #hasFinished(open: OpenUpload) {
    try {
      await finishUpload(this.#parts, open)
      return true
    } catch (error) {
      if (error instanceof WrongOffset) return false
      throw error
    }
  }

  #open(id: string): Promise<OpenUpload | undefined> {
    return findOpenUpload(this.#parts.db, this.#owner.id, id)
  }

  async #finished(id: string) {
    const file = await findFile(this.#parts.db, id)
    if (file?.ownerId !== this.#owner.id) throw ERRORS.FILE_NOT_FOUND
    const { fileSize } = file.shown
    return new Upload({ id, size: fileSize, offset: fileSize })
  }
}

/**
 * The same bytes, for someone who destroys what they read from when they fail: the library would take that for the
 * failure itself, and answer before we have put away what is left of it.
 */
const shielded = (source: Readable) => {
  const relay = new PassThrough()
  // A store that refuses at once reads nothing of it, and then nobody would take this from the process.
  relay.on('error', () => {})
  source.once('error', (error) => relay.destroy(error))
  relay.once('close', () => {
    source.unpipe(relay)
    source.resume()
  })
  return source.pipe(relay)
}

/** What a client announced of its file, checked as a form's file would be. */
const announcedIn = ({ size, metadata }: Upload) => {
  const name = metadata?.filename ?? metadata?.name ?? ''
  const mimeType = (metadata?.filetype ?? metadata?.type ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (name === '') throw invalid({ filename: 'Please say what the file is called.' })
  if (audioFamily(mimeType) === null) throw unsupportedType()
  if (size === undefined) throw invalid({ 'upload-length': 'Please say how large the file is.' })
  if (size === 0) throw invalid({ audio: 'This file is empty. Please choose another one.' })
  if (size > MAX_UPLOAD_BYTES) throw tooLarge()
  return { originalName: cleanName(name), mimeType, sizeBytes: size }
}
