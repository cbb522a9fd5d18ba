import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { drawCover } from './draw-cover.ts'

export interface Cover {
  svg: Buffer
  gzipped: Buffer
  etag: string
}

// About 15 kB each.
const KEPT = 500

/** Drawn covers; those asked for last are kept. */
export const createCovers = (titleOf: (podcastId: string) => Promise<string | undefined>) => {
  const kept = new Map<string, Cover>()
  return {
    /** Nothing when there is no such podcast. */
    async of(id: string): Promise<Cover | undefined> {
      const title = await titleOf(id)
      if (title === undefined) return undefined
      const key = `${id} ${title}`
      const cover = kept.get(key) ?? (await draw(id, title))
      // Back to the end of the line: the first in it goes when there is no room.
      kept.delete(key)
      kept.set(key, cover)
      const [oldest] = kept.keys()
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
      return cover
    },
  }
}

const draw = async (id: string, title: string): Promise<Cover> => {
  const svg = Buffer.from(drawCover({ id, title }))
  // Weak: the compressed bytes are another spelling of the same picture.
  const etag = `W/"${createHash('sha1').update(svg).digest('base64url')}"`
  return { svg, gzipped: await promisify(gzip)(svg), etag }
}
