import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findBinaries } from './ffmpeg.ts'

const run = promisify(execFile)

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('finding ffmpeg', () => {
  it('uses those of the npm packages if the machine has none', async () => {
    vi.stubEnv('PATH', '/nowhere')

    const { ffmpeg, ffprobe } = await findBinaries({})

    for (const binary of [ffmpeg, ffprobe]) {
      await access(binary, constants.X_OK)
      expect((await run(binary, ['-version'])).stdout).toMatch(/^ff(mpeg|probe) version/)
    }
  })

  it('uses the configured one, and reports its path if it is missing', async () => {
    const found = await findBinaries({ FFMPEG_PATH: process.execPath })
    expect(found.ffmpeg).toBe(process.execPath)

    await expect(findBinaries({ FFPROBE_PATH: '/nowhere/ffprobe' })).rejects.toThrow('/nowhere/ffprobe')
  })
})
