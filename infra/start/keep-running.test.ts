import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive } from '../common/process-table.ts'
import { type Child, keepRunning } from './keep-running.ts'
import { endProcesses } from './spawn-process.ts'

let folder: string
let child: Child | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'griot-child-'))
})
afterEach(async () => {
  await child?.stop(0)
  rmSync(folder, { recursive: true, force: true })
})

const keep = (source: string): Child => {
  const script = join(folder, 'program.mjs')
  writeFileSync(script, source)
  child = keepRunning({
    spec: { name: 'catalog', script, env: { PATH: process.env.PATH } },
    dataDir: folder,
    logFile: join(folder, 'logs', 'program.log'),
    beforeRestart: async () => {},
  })
  return child
}

const readyProgram = `process.send({ ready: true }); process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000)`

describe('keepRunning', () => {
  it('restarts a killed process and reports when the new one is ready', async () => {
    const running = keep(readyProgram)
    await expect.poll(() => running.isReady()).toBe(true)
    const first = running.pid() ?? 0
    process.kill(first, 'SIGKILL')

    await expect.poll(() => running.isReady() && running.pid() !== first, { timeout: 30_000 }).toBe(true)
    expect(running.exits()).toBe(1)
    expect(isAlive(first)).toBe(false)
  })

  it('does not restart the process after stop', async () => {
    const running = keep(readyProgram)
    await expect.poll(() => running.isReady()).toBe(true)
    const pid = running.pid() ?? 0
    await running.stop(5000)
    expect(isAlive(pid)).toBe(false)
    await expect.poll(() => running.pid()).toBeUndefined()
  })

  it('kills a process that ignores SIGTERM', async () => {
    const running = keep(`process.on('SIGTERM', () => {}); process.send({ ready: true }); setInterval(() => {}, 1000)`)
    await expect.poll(() => running.isReady()).toBe(true)
    const pid = running.pid() ?? 0
    await running.stop(50)
    expect(isAlive(pid)).toBe(false)
  })

  it('counts exits in a row and keeps the last log lines', async () => {
    const running = keep(`console.error('the key is missing'); process.exit(1)`)
    await expect.poll(() => running.exits(), { timeout: 30_000 }).toBeGreaterThanOrEqual(2)
    expect(running.log.last()).toContain('the key is missing')
    expect(readFileSync(running.log.file, 'utf8')).toContain('the key is missing')
  })
})

describe('endProcesses', () => {
  it('ends the processes of this data folder, but not those of another one', async () => {
    const running = keep(readyProgram)
    await expect.poll(() => running.isReady()).toBe(true)
    const pid = running.pid() ?? 0
    await endProcesses(`${folder}-other`)
    expect(isAlive(pid)).toBe(true)

    await endProcesses(folder)
    expect(isAlive(pid)).toBe(false)
  })
})
