import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { asWarning, eachLine, openLogFile } from './log-file.ts'

/** What this process has open. */
const openFiles = () =>
  readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return ''
    }
  })

describe('openLogFile', () => {
  it('keeps one earlier file, however long it is written to', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'griot-log-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'gateway.log')
    const log = openLogFile(file, { mostBytes: 20 })
    await expect.poll(() => readFileSync(file, 'utf8')).toBe('')
    for (const line of ['the first of all', 'fills it', 'the next']) log.write(line)
    await log.close()

    await expect.poll(() => readFileSync(`${file}.1`, 'utf8')).toBe('the first of all\nfills it\n')
    expect(readFileSync(file, 'utf8')).toBe('the next\n')
    expect(log.last()).toEqual(['the first of all', 'fills it', 'the next'])
  })

  it('goes on when a disk that was full has room again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'griot-log-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'gateway.log')
    symlinkSync('/dev/full', file)
    const log = openLogFile(file, { pauseMs: 0 })
    // It is opened and given up behind our back: without that, all of it would happen to the file that comes afterwards.
    await expect.poll(openFiles).toContain('/dev/full')
    log.write('lost')
    await expect.poll(openFiles).not.toContain('/dev/full')
    rmSync(file)

    await expect
      .poll(() => {
        log.write('kept')
        return readFileSync(file, { encoding: 'utf8', flag: 'a+' })
      })
      .toContain('kept\n')
    await log.close()
  })
})

describe('asWarning', () => {
  it('shows a person warnings and worse, in one line', () => {
    expect(asWarning('{"level":"info","msg":"listening"}')).toBeUndefined()
    expect(asWarning('{"level":"warn","msg":"queue connection lost","err":{"message":"ECONNREFUSED"}}')).toBe(
      'queue connection lost: ECONNREFUSED',
    )
    expect(asWarning('{"level":"error","requestId":"r1","msg":"request failed"}')).toBe('request failed (request r1)')
  })

  it('survives a line that is not what it looks like', () => {
    expect(asWarning('{"level":"error", cut off')).toBe('{"level":"error", cut off')
  })
})

describe('eachLine', () => {
  it('puts lines together from pieces and keeps the last one without an end', async () => {
    const stream = new PassThrough()
    const lines: string[] = []
    eachLine(stream, (line) => lines.push(line))
    for (const piece of ['on', 'e\ntwo\n\nth', 'ree']) stream.write(piece)
    stream.end()
    await new Promise((done) => stream.once('close', done))
    expect(lines).toEqual(['one', 'two', 'three'])
  })
})
