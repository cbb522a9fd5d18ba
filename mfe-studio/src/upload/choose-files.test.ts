import { AUDIO_TYPES, MAX_UPLOAD_BYTES } from '@griot/contracts/media/audio-types'
import { describe, expect, it } from 'vitest'
import { lengthObjection, objectionTo, sizeLimitText, withType } from './choose-files.ts'

const fileOf = (type: string, { name = 'talk', size = 1 } = {}) => {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

const NO_QUOTA = { usedBytes: 0, mostBytes: null, usedFiles: 0, mostFiles: null, losslessBytes: MAX_UPLOAD_BYTES }

describe('choose-files', () => {
  it.each(Object.values(AUDIO_TYPES).flat())('takes %s', (type) => {
    expect(objectionTo(fileOf(type))).toBeNull()
  })

  it.each(['image/png', 'video/mp4', 'text/plain', 'audio/midi', ''])('refuses "%s"', (type) => {
    expect(objectionTo(fileOf(type))).toMatchObject({
      title: 'Invalid file type',
      description: 'Please select an audio file (MP3, WAV, OGG, AAC, M4A, FLAC).',
    })
  })

  it('accepts exactly 100 MB and refuses one byte more', () => {
    expect(objectionTo(fileOf('audio/mpeg', { size: MAX_UPLOAD_BYTES }))).toBeNull()
    expect(objectionTo(fileOf('audio/mpeg', { size: MAX_UPLOAD_BYTES + 1 }))).toMatchObject({
      title: 'File too large',
      description: 'Please select a file smaller than 100MB.',
    })
  })

  it('accepts larger WAV and FLAC files if the server allows it', () => {
    const storage = { ...NO_QUOTA, losslessBytes: 5 * MAX_UPLOAD_BYTES }
    expect(objectionTo(fileOf('audio/wav', { size: storage.losslessBytes }), [], storage)).toBeNull()
    expect(objectionTo(fileOf('audio/flac', { size: storage.losslessBytes + 1 }), [], storage)?.description).toBe(
      'Please select a file smaller than 500MB.',
    )
    expect(objectionTo(fileOf('audio/mpeg', { size: MAX_UPLOAD_BYTES + 1 }), [], storage)?.title).toBe('File too large')
    expect(sizeLimitText(storage)).toBe('100 MB, WAV and FLAC 500 MB')
    expect(sizeLimitText(NO_QUOTA)).toBe('100 MB')
  })

  it('refuses an empty file', () => {
    expect(objectionTo(fileOf('audio/mpeg', { size: 0 }))?.title).toBe('Empty file')
  })

  it('counts planned files towards the quota, in bytes and in number', () => {
    const [talk, other] = [fileOf('audio/mpeg', { size: 1024 }), fileOf('audio/mpeg', { size: 512 })]
    const storage = { ...NO_QUOTA, usedBytes: 1000, usedFiles: 3 }
    expect(objectionTo(talk, [], storage)).toBeNull()
    expect(objectionTo(talk, [], { ...storage, mostBytes: 2024, mostFiles: 4 })).toBeNull()
    expect(objectionTo(talk, [other], { ...storage, mostBytes: 2024, mostFiles: 5 })).toMatchObject({
      title: 'Not enough storage',
      description: 'talk needs 1 KB, and you have 512 Bytes left. Delete files that you no longer need.',
    })
    expect(objectionTo(talk, [other], { ...storage, mostFiles: 4 })?.description).toContain('as many files')
  })

  it('refuses recordings shorter than a second or longer than a day', () => {
    expect(lengthObjection(0.4)?.title).toBe('Recording too short')
    expect(lengthObjection(1)).toBeNull()
    expect(lengthObjection(86_400)).toBeNull()
    expect(lengthObjection(86_402)?.title).toBe('Recording too long')
  })

  it('derives a missing type from the file name', () => {
    expect(withType(fileOf('', { name: 'Talk.FLAC' })).type).toBe('audio/flac')
    expect(withType(fileOf('', { name: 'talk.opus' })).type).toBe('audio/ogg')
    expect(withType(fileOf('', { name: 'talk.txt' })).type).toBe('')
    expect(withType(fileOf('audio/x-m4a', { name: 'talk.mp3' })).type).toBe('audio/x-m4a')
  })
})
