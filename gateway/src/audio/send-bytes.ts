import { read } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { ObjectMissing } from '@griot/service-kit/objects/object-store'

const CHUNK_BYTES = 256 * 1024
const MOST_SPARE = 32

// Large buffers cost more to get and to clear than to fill, so they go round.
const spare: Buffer[] = []
const takeBuffer = () => spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES)
const giveBack = (buffer: Buffer) => {
  if (spare.length < MOST_SPARE) spare.push(buffer)
}

export const openFile = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ObjectMissing(path)
    throw error
  }
}

/**
 * Sends a stretch of a file, both ends included, and closes the file. Stops when the listener goes; a file that turns
 * out shorter than promised ends in a cut connection, never in a short answer that looks whole.
 */
export const sendBytes = async (response: ServerResponse, file: FileHandle, start: number, end: number) => {
  const buffer = takeBuffer()
  try {
    let position = start
    while (position <= end && !response.destroyed) {
      const wanted = Math.min(CHUNK_BYTES, end - position + 1)
      const bytesRead = await fill(file, buffer, wanted, position)
      if (bytesRead === 0) break
      position += bytesRead
      await written(response, buffer.subarray(0, bytesRead))
    }
    if (position > end) response.end()
    else response.destroy()
  } finally {
    giveBack(buffer)
    await file.close()
  }
}

/** As `file.read()` does, for a fifth less: most of what a stream costs is here. */
const fill = ({ fd }: FileHandle, buffer: Buffer, length: number, position: number) =>
  new Promise<number>((resolve, reject) => {
    read(fd, buffer, 0, length, position, (error, bytesRead) => (error === null ? resolve(bytesRead) : reject(error)))
  })

/** Waits until the bytes have left, as the buffer is filled again afterwards; a listener who is gone ends the wait. */
const written = (response: ServerResponse, bytes: Buffer) =>
  new Promise<void>((resolve) => {
    const done = () => {
      response.off('close', done)
      resolve()
    }
    response.once('close', done)
    response.write(bytes, done)
  })
