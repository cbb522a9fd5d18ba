import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeLock } from './lock-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'griot-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('takeLock', () => {
  it('is held by one at a time and names the holder', () => {
    const lock = takeLock(join(folder, 'lock'))
    expect(lock.held).toBe(true)
    expect(takeLock(join(folder, 'lock'))).toEqual({ held: false, holder: process.pid })

    if (lock.held) lock.release()
    expect(readdirSync(folder)).toEqual([])
    expect(takeLock(join(folder, 'lock')).held).toBe(true)
  })

  it('passes over a lock whose process is gone, or whose number is someone else’s by now', () => {
    for (const left of ['4194303 12345', `${process.pid} 1`, 'nonsense', '']) {
      writeFileSync(join(folder, 'lock'), left)
      const lock = takeLock(join(folder, 'lock'))
      expect(lock.held).toBe(true)
      if (lock.held) lock.release()
    }
    expect(readdirSync(folder)).toEqual([])
  })
})
