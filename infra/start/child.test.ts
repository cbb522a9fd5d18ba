import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive } from '../common/process-table.ts'
import { type Child, keepRunning } from './child.ts'
import { openLogFile } from './log-file.ts'
import { endStrays, noteRunning } from './strays.ts'

let folder: string
let child: Child | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'griot-child-'))
})
afterEach(async () => {
  await child?.stop(0)
  await child?.log.close()
  rmSync(folder, { recursive: true, force: true })
})

const keep = (source: string): Child => {
  const script = join(folder, 'program.mjs')
  writeFileSync(script, source)
  const log = openLogFile(join(folder, 'logs', 'program.log'))
  child = keepRunning({ spec: { name: 'catalog', script, env: { PATH: process.env.PATH } }, log, onChange: () => {} })
  return child
}

const staysAndSays = `console.log('at work'); process.send({ ready: true }); process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000)`

describe('keepRunning', () => {
  it('starts a process again when it was killed, and notices when the new one is ready', async () => {
    const running = keep(staysAndSays)
    await expect.poll(() => running.isReady()).toBe(true)
    const first = running.pid() ?? 0
    process.kill(first, 'SIGKILL')

    await expect.poll(() => running.isReady() && running.pid() !== first, { timeout: 30_000 }).toBe(true)
    expect(running.ends()).toBe(1)
    expect(isAlive(first)).toBe(false)
  })

  it('does not start it again when it was told to stop', async () => {
    const running = keep(staysAndSays)
    await expect.poll(() => running.isReady()).toBe(true)
    const pid = running.pid() ?? 0
    await running.stop(5000)
    expect(isAlive(pid)).toBe(false)
    await expect.poll(() => running.pid()).toBeUndefined()
  })

  it('ends one that will not listen', async () => {
    const running = keep(`process.on('SIGTERM', () => {}); process.send({ ready: true }); setInterval(() => {}, 1000)`)
    await expect.poll(() => running.isReady()).toBe(true)
    const pid = running.pid() ?? 0
    await running.stop(50)
    expect(isAlive(pid)).toBe(false)
  })

  it('counts ends in a row and keeps the last words', async () => {
    const running = keep(`console.error('no key was given'); process.exit(1)`)
    await expect.poll(() => running.ends(), { timeout: 30_000 }).toBeGreaterThanOrEqual(2)
    expect(running.log.last()).toContain('no key was given')
    expect(readFileSync(running.log.file, 'utf8')).toContain('no key was given')
  })
})

describe('endStrays', () => {
  it('ends what was left running and touches no other process that has the number now', async () => {
    const running = keep(staysAndSays)
    await expect.poll(() => running.isReady()).toBe(true)
    const pid = running.pid() ?? 0

    writeFileSync(join(folder, 'processes.json'), JSON.stringify([{ pid, started: '1' }]))
    await endStrays(folder)
    expect(isAlive(pid)).toBe(true)

    noteRunning(folder, [pid])
    await endStrays(folder)
    expect(isAlive(pid)).toBe(false)
  })

  it('does not stumble over a note that a power cut has left half written', async () => {
    for (const left of ['', '[{"pid":', '\0\0\0\0']) {
      writeFileSync(join(folder, 'processes.json'), left)
      await expect(endStrays(folder)).resolves.toBeUndefined()
    }
  })
})
