import { execFile } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { type ConnectOpts, Socket, type SocketConstructorOpts } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

// As much as such a pipe holds.
const READ_BYTES = 64 * 1024

/** Makes named pipes in `dir`, one for each program that may run at once. They can be used again and again. */
export const makeSoundPipes = async (dir: string, count: number): Promise<string[]> => {
  const paths = Array.from({ length: count }, (_, nr) => join(dir, `sound-${nr}`))
  await promisify(execFile)('mkfifo', ['-m', '600', ...paths])
  return paths
}

export interface SoundPipe {
  /** For when the program has ended: waits until all that it wrote has been read. */
  drained(): Promise<void>
  close(): void
}

/**
 * Reads what a program writes into a named pipe. Sound is a lot, so it comes by the shortest way: what Node opens to a
 * program's output is a socket, and each part of what comes out of it lies in new memory. Here `onBytes` is lent the same
 * memory each time.
 */
export const readSoundPipe = (path: string, onBytes: (chunk: Uint8Array) => void): SoundPipe => {
  // Nobody waits for the other side to be opened, as one would without this.
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  // A pipe into which nobody writes is at its end, and the program has not opened it yet.
  let held: number | undefined = openSync(path, constants.O_WRONLY)
  const options: SocketConstructorOpts & Pick<ConnectOpts, 'onread'> = {
    fd: reading,
    readable: true,
    writable: false,
    onread: {
      buffer: new Uint8Array(READ_BYTES),
      callback(size, buffer) {
        onBytes(buffer.subarray(0, size))
        return true
      },
    },
  }
  const socket = new Socket(options)
  const closed = new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('close', () => resolve())
  })
  // Whoever closes it does not want to know.
  closed.catch(() => {})
  socket.resume()

  const letGo = () => {
    if (held !== undefined) closeSync(held)
    held = undefined
  }
  return {
    drained() {
      letGo()
      return closed
    },
    close() {
      letGo()
      socket.destroy()
    },
  }
}
