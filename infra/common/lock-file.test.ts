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
  it('is held by one process at a time and returns the holder', () => {
    const lock = takeLock(join(folder, 'lock'))
    expect(lock.held).toBe(true)
    expect(takeLock(join(folder, 'lock'))).toEqual({ held: false, holder: process.pid })

    if (lock.held) lock.release()
    expect(readdirSync(folder)).toEqual([])
    expect(takeLock(join(folder, 'lock')).held).toBe(true)
  })

  it('replaces a lock whose process has ended, also if its PID is in use again', () => {
    for (const content of ['4194303 12345', `${process.pid} 1`, 'nonsense', '']) {
      writeFileSync(join(folder, 'lock'), content)
      const lock = takeLock(join(folder, 'lock'))
      expect(lock.held).toBe(true)
      if (lock.held) lock.release()
    }
    expect(readdirSync(folder)).toEqual([])
  })
})
