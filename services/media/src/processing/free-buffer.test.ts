import { describe, expect, it } from 'vitest'
import { freeBuffer } from './free-buffer.ts'

describe('a buffer that is freed', () => {
  it('holds nothing any more', () => {
    const buffer = Buffer.alloc(64 * 1024, 1)
    freeBuffer(buffer)

    expect(buffer.byteLength).toBe(0)
  })

  it('is left alone where it is a part of memory that others use', () => {
    const [one, other] = [Buffer.from('one'), Buffer.from('other')]
    freeBuffer(one)

    expect([one.toString(), other.toString()]).toEqual(['one', 'other'])
  })

  it('keeps no memory, however many there are', () => {
    const before = process.memoryUsage().arrayBuffers
    for (let round = 0; round < 10_000; round += 1) freeBuffer(Buffer.allocUnsafeSlow(64 * 1024))

    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024)
  })
})
