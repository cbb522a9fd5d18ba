import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openLogFile, readWarning } from './log-file.ts'

describe('openLogFile', () => {
  const openInScratch = (maxBytes?: number) => {
    const folder = mkdtempSync(join(tmpdir(), 'griot-log-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return openLogFile(join(folder, 'gateway.log'), maxBytes)
  }

  it('rotates to one earlier file', () => {
    const log = openInScratch(20)
    for (const line of ['the first of all', 'fills it', 'the next']) log.write(line)

    expect(readFileSync(`${log.file}.1`, 'utf8')).toBe('the first of all\nfills it\n')
    expect(readFileSync(log.file, 'utf8')).toBe('the next\n')
    expect(log.last()).toEqual(['the first of all', 'fills it', 'the next'])
  })

  it('continues when a full disk has space again', () => {
    const log = openInScratch()
    symlinkSync('/dev/full', log.file)
    log.write('lost')
    rmSync(log.file)
    log.write('kept')
    expect(readFileSync(log.file, 'utf8')).toBe('kept\n')
  })
})

describe('readWarning', () => {
  it('returns warnings and errors as one line', () => {
    expect(readWarning('{"level":"info","msg":"listening"}')).toBeUndefined()
    expect(readWarning('{"level":"warn","msg":"queue connection lost","err":{"message":"ECONNREFUSED"}}')).toBe(
      'queue connection lost: ECONNREFUSED',
    )
    expect(readWarning('{"level":"error","requestId":"r1","msg":"request failed"}')).toBe('request failed (request r1)')
  })

  it('returns a line that is not valid JSON unchanged', () => {
    expect(readWarning('{"level":"error", cut off')).toBe('{"level":"error", cut off')
  })
})
