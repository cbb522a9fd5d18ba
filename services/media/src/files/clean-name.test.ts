import { describe, expect, it } from 'vitest'
import { cleanName } from './clean-name.ts'

describe('cleanName', () => {
  it.each([
    ['episode 1.mp3', 'episode 1.mp3'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\Ama\\show.wav', 'show.wav'],
    ['a\r\nlevel=error\u001b[31m.mp3', 'alevel=error[31m.mp3'],
    ['cod\u202e3pm.exe', 'cod3pm.exe'],
    ['e\u0301pisode.mp3', 'épisode.mp3'],
    ['My %22best%22 show%0A 100%.mp3', 'My "best" show 100%.mp3'],
    ['\u0000\u0007', 'Untitled audio'],
    ['..', 'Untitled audio'],
    ['', 'Untitled audio'],
  ])('turns %j into %j', (fileName, shown) => {
    expect(cleanName(fileName)).toBe(shown)
  })

  it('cuts a long name between characters', () => {
    expect(cleanName('ü'.repeat(300))).toBe('ü'.repeat(255))
    expect(cleanName('🎙'.repeat(300))).toBe('🎙'.repeat(255))
  })
})
