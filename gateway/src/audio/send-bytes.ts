import { closeSync, open, read } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { ObjectMissing } from '@griot/service-kit/objects/object-store'

/** Buffers that go round: to get and to clear one costs more than to fill it. */
const createBuffers = (bytes: number, { most, mostSpare }: { most: number; mostSpare: number }) => {
  const spare: Buffer[] = []
  let lent = 0
  return {
    isExhausted: () => lent >= most,
    take() {
      lent += 1
      return spare.pop() ?? Buffer.allocUnsafeSlow(bytes)
    },
    giveBack(buffer: Buffer) {
      lent -= 1
      if (spare.length < mostSpare) spare.push(buffer)
    },
  }
}

// Each reading is a way to another thread and back, which takes longer than copying what is in a small one. Large ones
// are for who takes the bytes at once: of those who read slowly, or not at all, there may be hundreds.
const SMALL_BYTES = 256 * 1024
const small = createBuffers(SMALL_BYTES, { most: Number.POSITIVE_INFINITY, mostSpare: 32 })
const large = createBuffers(8 * SMALL_BYTES, { most: 8, mostSpare: 8 })
const QUICK_BYTES_A_MS = 5_000

const openToRead = promisify(open)

/** Opens a file, for `sendBytes` to close. */
export const openFile = async (path: string): Promise<number> => {
  try {
    return await openToRead(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ObjectMissing(path)
    throw error
  }
}

/**
 * Sends a stretch of a file, both ends included, and closes the file. Stops when the listener goes; a file that turns
 * out shorter than promised ends in a cut connection, never in a short answer that looks whole.
 */
export const sendBytes = async (response: ServerResponse, file: number, start: number, end: number) => {
  let position = start
  let isQuick = false
  try {
    while (position <= end && !response.destroyed) {
      const left = end - position + 1
      const buffers = isQuick && left > SMALL_BYTES && !large.isExhausted() ? large : small
      const buffer = buffers.take()
      try {
        const bytesRead = await fill(file, buffer, Math.min(buffer.length, left), position)
        if (bytesRead === 0) break
        position += bytesRead
        const began = performance.now()
        await written(response, buffer.subarray(0, bytesRead))
        isQuick = bytesRead > (performance.now() - began) * QUICK_BYTES_A_MS
      } finally {
        buffers.giveBack(buffer)
      }
    }
    if (position > end) response.end()
    else response.destroy()
  } finally {
    // Of a file that was only read nothing is left to do, so this is quicker than having another thread do it.
    closeSync(file)
  }
}

/** As a file handle does, for a fifth less: most of what a stream costs is here. */
const fill = (file: number, buffer: Buffer, length: number, position: number) =>
  new Promise<number>((resolve, reject) => {
    read(file, buffer, 0, length, position, (error, bytesRead) => (error === null ? resolve(bytesRead) : reject(error)))
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
