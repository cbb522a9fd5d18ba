import type { Readable } from 'node:stream'

export interface StoredObject {
  /** In bytes. */
  size: number
}

/** The first and last byte, both included, as in an HTTP Range. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Stores bytes under keys. A key is a path with `/`, of letters, digits, `.`, `_` and `-`. An object exists completely or
 * not at all: a put that fails, or whose source fails, leaves nothing behind.
 */
export interface ObjectStore {
  /** Stores a stream; `size` in bytes if it is known. Rejects if the source fails or `signal` aborts. */
  put(key: string, source: Readable, options?: { size?: number; signal?: AbortSignal }): Promise<StoredObject>
  /** Stores a small object unless the key exists. Returns false if it does; of several concurrent calls one returns true. */
  create(key: string, content: Uint8Array): Promise<boolean>
  /** Returns null if there is no such object. */
  stat(key: string): Promise<StoredObject | null>
  /** Rejects with `ObjectMissing` if there is no such object. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Copies the object into a local file, for programs that need one. */
  download(key: string, file: string): Promise<void>
  /** Keys below a folder of keys. */
  list(folder: string): Promise<string[]>
  /** Removes an object. A missing object is no error. */
  remove(key: string): Promise<void>
  /** Removes incomplete files and uploads of killed processes that are older than this. */
  sweep(olderThanMs: number): Promise<void>
  readonly partials: PartialObjects
  /** The free space in bytes, or null if the store has no limit. */
  freeBytes(): Promise<number | null>
  /** Throws while the store cannot be used. */
  ready(): Promise<void>
}

/** Objects that arrive over several requests. Bytes that arrived survive a failed source and a killed process. */
export interface PartialObjects {
  /** How many bytes have arrived; after `complete`, the size of the object. */
  size(key: string): Promise<number>
  /**
   * Appends bytes at `offset` and returns the new size. Rejects with `WrongOffset` unless `offset` is the current size.
   * Callers must not append to one key concurrently.
   */
  append(key: string, offset: number, source: Readable): Promise<number>
  /** Makes an object of all bytes that arrived and stores it durably. May be repeated. */
  complete(key: string): Promise<StoredObject>
  /** Removes the bytes that have arrived. */
  discard(key: string): Promise<void>
}

export class ObjectMissing extends Error {
  constructor(key: string) {
    super(`no object ${key}`)
    this.name = 'ObjectMissing'
  }
}

/** Two callers appended concurrently, or the caller did not read the size first. */
export class WrongOffset extends Error {
  constructor(key: string, offset: number, size: number) {
    super(`${key} has ${size} bytes, so nothing can be appended at ${offset}`)
    this.name = 'WrongOffset'
  }
}

const KEY = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/

/** Throws unless the key is well formed, so that a defect of ours cannot reach files outside the store. */
export const checkKey = (key: string) => {
  if (!KEY.test(key)) throw new Error(`not an object key: ${key}`)
  return key
}
