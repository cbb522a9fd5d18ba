import { Readable } from 'node:stream'
import { ObjectMissing, type ObjectStore, type PartialObjects, WrongOffset } from './object-store.ts'
import { bytesOf } from './s3-bucket.ts'
import { inParts } from './s3-upload.ts'

interface PieceStore {
  store: Pick<ObjectStore, 'put' | 'stat' | 'read' | 'remove'>
  /** All objects whose key begins with the prefix. */
  list(prefix: string): Promise<{ key: string; size: number }[]>
}

/**
 * Partial objects in a bucket, whose objects cannot grow. Each piece is an object of its own, named by its offset;
 * `complete` writes all pieces as one object and removes them. A killed process loses at most one piece of 8 MB.
 */
export const createS3Partials = ({ store, list }: PieceStore): PartialObjects => {
  const folder = (key: string) => `arriving/${key}/`
  const pieceKey = (key: string, offset: number) => `${folder(key)}${String(offset).padStart(12, '0')}`

  /** The pieces that follow each other without a gap, from the beginning. */
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

  const discard = async (key: string) => {
    for (const piece of await list(folder(key))) await store.remove(piece.key)
  }

  return {
    discard,
    async size(key) {
      const { end } = await piecesOf(key)
      return end > 0 ? end : ((await store.stat(key))?.size ?? 0)
    },
    async append(key, offset, source) {
      const { end: size } = await piecesOf(key)
      if (size !== offset) throw new WrongOffset(key, offset, size)
      let end = offset
      for await (const { bytes } of inParts(source, { keepsRest: true })) {
        if (bytes.length > 0) await store.put(pieceKey(key, end), Readable.from([bytes]), { size: bytes.length })
        end += bytes.length
      }
      return end
    },
    async complete(key) {
      const { pieces, end } = await piecesOf(key)
      if (end === 0) {
        const object = await store.stat(key)
        if (object === null) throw new ObjectMissing(key)
        return object
      }
      const bytes = async function* () {
        for (const piece of pieces) {
          let size = 0
          for await (const chunk of bytesOf(await store.read(piece.key))) {
            size += chunk.length
            yield chunk
          }
          // Another instance that had lost its lock replaced the piece meanwhile.
          if (size !== piece.size) throw new WrongOffset(key, end, end - piece.size + size)
        }
      }
      const stored = await store.put(key, Readable.from(bytes()), { size: end })
      await discard(key)
      return stored
    },
  }
}
