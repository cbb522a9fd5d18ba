import { execFile } from 'node:child_process'
import { access, constants, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findBinaries } from './ffmpeg.ts'

const run = promisify(execFile)
let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'griot-test-binaries-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(dir, { recursive: true, force: true })
})

describe('finding ffmpeg', () => {
  it('takes the ones that npm has brought where the machine has none', async () => {
    vi.stubEnv('PATH', '/nowhere')

    const { ffmpeg, ffprobe } = await findBinaries({}, dir)

    for (const binary of [ffmpeg, ffprobe]) {
      await access(binary, constants.X_OK)
      expect((await run(binary, ['-version'])).stdout).toMatch(/^ff(mpeg|probe) version/)
    }
  })

  it('takes the one that is configured, and says so when it is not there', async () => {
    const found = await findBinaries({ FFMPEG_PATH: process.execPath }, dir)
    expect(found.ffmpeg).toBe(process.execPath)

    await expect(findBinaries({ FFPROBE_PATH: '/nowhere/ffprobe' }, dir)).rejects.toThrow('/nowhere/ffprobe')
  })
})
