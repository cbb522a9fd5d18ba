import { open, stat } from 'node:fs/promises'
import { AppError } from '../http/errors.ts'

/** Flushes a file, or the entries of a folder, so that it survives a power failure. Returns the size in bytes. */
export const flushToDisk = async (path: string) => {
  const file = await open(path, 'r')
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

/** Returns `value` if the file does not exist; throws any other error. */
export const ifMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value
    throw error
  }

export const sizeOf = async (path: string) => (await stat(path).catch(ifMissing(null)))?.size ?? null

/** Turns the error of a full disk into `storage.full`. */
export const diskFailure = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '') ? storageFull(error) : error

export const storageFull = (cause?: unknown) =>
  new AppError(507, 'storage.full', 'There is no space for this file right now. Please try again later.', { cause })
