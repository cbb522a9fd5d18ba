import { Readable } from 'node:stream'
import { type ArrivingObjects, WrongOffset } from './arriving-objects.ts'
import { ObjectMissing, type ObjectStore } from './object-store.ts'
import { bytesOf } from './s3-bytes.ts'

/** What pieces are made of: a store, and a way to see what it holds. */
export interface PieceStore {
  store: Pick<ObjectStore, 'put' | 'stat' | 'read' | 'remove'>
  /** All objects whose key begins so. */
  list(prefix: string): Promise<{ key: string; size: number }[]>
}

// At most so much is lost when a process dies, and held in memory for each upload.
const PIECE_BYTES = 8 * 1024 * 1024

/**
 * Objects that grow in a store whose objects cannot: as pieces, each an object of its own that is named by where it
 * begins. Completing writes them as one and removes them.
 */
export const createArrivingPieces = ({ store, list }: PieceStore): ArrivingObjects => {
  const folder = (key: string) => `arriving/${key}/`
  const pieceKey = (key: string, offset: number) => `${folder(key)}${String(offset).padStart(12, '0')}`

  /** Those that follow each other without a gap, from the beginning. */
  const piecesOf = async (key: string) => {
    const found = await list(folder(key))
    const pieces: { key: string; size: number }[] = []
    let end = 0
    for (const piece of found.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
      if (piece.key !== pieceKey(key, end)) break
      pieces.push(piece)
      end += piece.size
    }
    return { pieces, end }
  }

  const abandon = async (key: string) => {
    for (const piece of await list(folder(key))) await store.remove(piece.key)
  }

  return {
    abandon,
    async arrived(key) {
      const { end } = await piecesOf(key)
      return end > 0 ? end : ((await store.stat(key))?.size ?? 0)
    },
    async append(key, offset, source) {
      const { end: arrived } = await piecesOf(key)
      if (arrived !== offset) throw new WrongOffset(key, offset, arrived)
      let end = offset
      let waiting: Buffer[] = []
      let size = 0
      const write = async () => {
        if (size === 0) return
        await store.put(pieceKey(key, end), Readable.from(waiting), { size })
        end += size
        waiting = []
        size = 0
      }
      try {
        for await (const chunk of source) {
          // A piece fits into one request.
          if (size + (chunk as Buffer).length > PIECE_BYTES) await write()
          waiting.push(chunk as Buffer)
          size += (chunk as Buffer).length
        }
      } finally {
        await write()
      }
      return end
    },
    async complete(key, onBytes) {
      const { pieces, end } = await piecesOf(key)
      if (end === 0) {
        if ((await store.stat(key)) === null) throw new ObjectMissing(key)
        return { size: await show(bytesOf(await store.read(key)), onBytes) }
      }
      const bytes = async function* () {
        for (const piece of pieces) {
          let size = 0
          for await (const chunk of bytesOf(await store.read(piece.key))) {
            size += chunk.length
            onBytes(chunk)
            yield chunk
          }
          // Somebody who should have let go long ago wrote another one in its place.
          if (size !== piece.size) throw new WrongOffset(key, end, end - piece.size + size)
        }
      }
      const stored = await store.put(key, Readable.from(bytes()), { size: end })
      await abandon(key)
      return stored
    },
  }
}

const show = async (bytes: AsyncIterable<Buffer>, onBytes: (chunk: Buffer) => void) => {
  let size = 0
  for await (const chunk of bytes) {
    onBytes(chunk)
    size += chunk.length
  }
  return size
}
