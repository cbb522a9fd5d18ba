import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Recipe, recording } from '../testing/audio.ts'
import { isCutAtEnd, readEnd } from './cut-end.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'griot-cut-end-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const isCut = async (format: string, bytes: Buffer) => {
  const path = join(dir, 'file')
  await writeFile(path, bytes)
  return isCutAtEnd(format, await readEnd(path, bytes.length))
}

/** The offsets at which the pages of an Ogg file begin. */
const pagesOf = (bytes: Buffer) => {
  const pages: number[] = []
  for (let at = bytes.indexOf('OggS'); at >= 0; at = bytes.indexOf('OggS', at + 1)) pages.push(at)
  return pages
}

describe('isCutAtEnd', () => {
  it.each<Recipe>(['ogg', 'opus'])('finds the missing end of a cut %s file, also between two pages', async (recipe) => {
    const whole = await recording(recipe, 20)
    const last = pagesOf(whole).at(-1) ?? 0
    expect(await isCut('ogg', whole)).toBe(false)
    expect(await isCut('ogg', Buffer.concat([whole, Buffer.alloc(500)]))).toBe(false)
    for (const length of [whole.length - 1, last + 20, last + 3, last, Math.round(whole.length / 3)]) {
      expect(await isCut('ogg', whole.subarray(0, length)), `${length} bytes`).toBe(true)
    }
  })

  it('finds the incomplete last frame of a cut ADTS file', async () => {
    const whole = await recording('aac', 20)
    expect(await isCut('aac', whole)).toBe(false)
    expect(await isCut('aac', Buffer.concat([whole, Buffer.from('TAG'), Buffer.alloc(125)]))).toBe(false)
    for (const length of [whole.length - 1, whole.length - 40, Math.round(whole.length / 3)]) {
      expect(await isCut('aac', whole.subarray(0, length)), `${length} bytes`).toBe(true)
    }
  })

  it('does not find a cut between two ADTS frames', async () => {
    const whole = await recording('aac', 5)
    let at = 0
    for (let frame = 0; frame < 40; frame += 1) at += (whole.readUInt32BE(at + 2) >>> 5) & 0x1fff
    expect(await isCut('aac', whole.subarray(0, at))).toBe(false)
  })

  it.each(['ogg', 'aac'])(
    'finds nothing in %s bytes without a header, or in a file of another format',
    async (format) => {
      for (const bytes of [Buffer.alloc(0), Buffer.alloc(70_000), Buffer.alloc(200_000, 0xff)]) {
        expect(await isCut(format, bytes)).toBe(false)
      }
      expect(await isCut('mp3', (await recording('opus', 3)).subarray(0, 900))).toBe(false)
    },
  )
})
