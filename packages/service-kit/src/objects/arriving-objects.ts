import type { Readable } from 'node:stream'
import type { StoredObject } from './object-store.ts'

/**
 * Objects on their way in, piece after piece. What has arrived stays when its source fails and when this process ends,
 * and is no object before it was completed.
 */
export interface ArrivingObjects {
  /** How many bytes have arrived; all of them once it is an object. */
  arrived(key: string): Promise<number>
  /** Adds bytes at `offset`, where what has arrived ends; answers where it ends then. One caller a key at a time. */
  append(key: string, offset: number, source: Readable): Promise<number>
  /**
   * Makes what has arrived an object that is on the disk for good. `onBytes` is shown all of it, each chunk only for as
   * long as the call. May be repeated.
   */
  complete(key: string, onBytes: (chunk: Buffer) => void): Promise<StoredObject>
  /** Forgets what has arrived. */
  abandon(key: string): Promise<void>
}

/** Two callers wrote at once, or a caller did not ask first. */
export class WrongOffset extends Error {
  constructor(key: string, offset: number, arrived: number) {
    super(`${arrived} bytes of ${key} have arrived, so nothing can be added at ${offset}`)
    this.name = 'WrongOffset'
  }
}
