import { open, stat } from 'node:fs/promises'
import { AppError } from '../errors.ts'

/** Waits until a file, or the names in a folder, would survive a power cut. Answers the size. */
export const flushToDisk = async (path: string) => {
  const file = await open(path, 'r')
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

/** Answers `value` when there is no such file, and fails for any other reason. */
export const ifMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value
    throw error
  }

export const sizeOf = async (path: string) => (await stat(path).catch(ifMissing(null)))?.size ?? null

/** A full disk is nothing that a caller has done wrong, and nothing that trying again at once would help. */
export const diskFailure = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '') ? storageFull(error) : error

export const storageFull = (cause?: unknown) =>
  new AppError(507, 'storage.full', 'There is no room for this file right now. Please try again later.', { cause })
