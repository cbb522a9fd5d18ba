import type { Readable } from 'node:stream'
import type { ArrivingObjects } from './arriving-objects.ts'

export interface StoredObject {
  /** In bytes. */
  size: number
}

/** The first and last byte wanted, both included, as in an HTTP Range. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where bytes live. Keys are paths with `/`, of letters, digits, `.`, `_` and `-`. An object is there whole or not at
 * all: an upload that fails, or whose source fails, leaves nothing behind.
 */
export interface ObjectStore {
  /** Stores a stream; `size` in bytes when it is known. Rejects when the source fails or `signal` aborts. */
  put(key: string, source: Readable, options?: { size?: number; signal?: AbortSignal }): Promise<StoredObject>
  /** Stores a small object unless there is one: false when there was, also to all but one of several at once. */
  create(key: string, content: Uint8Array): Promise<boolean>
  /** Null when there is no such object. */
  stat(key: string): Promise<StoredObject | null>
  /** Rejects with `ObjectMissing` when there is no such object. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Copies the object into a local file, for programs that need one. */
  download(key: string, file: string): Promise<void>
  /** Keys below a folder of keys; objects that come and go meanwhile may be among them or not. */
  list(folder: string): Promise<string[]>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Removes what puts have left that were cut off by the end of their process, longer ago than this. */
  sweep(olderThanMs: number): Promise<void>
  /** For what comes in pieces. */
  readonly arriving: ArrivingObjects
  /** How many bytes still fit, where that is known. */
  freeBytes(): Promise<number | null>
  /** Throws while the store cannot be used. */
  ready(): Promise<void>
}

export class ObjectMissing extends Error {
  constructor(key: string) {
    super(`no object ${key}`)
    this.name = 'ObjectMissing'
  }
}

const KEY = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/

/** Keys are made by us; this keeps a mistake of ours from reaching outside the store. */
export const checkKey = (key: string) => {
  if (!KEY.test(key)) throw new Error(`not an object key: ${key}`)
  return key
}
