import { execFile } from 'node:child_process'
import { access, constants, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { examineBinaries, findBinaries } from './ffmpeg.ts'

const run = promisify(execFile)

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'griot-test-ffmpeg-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const makeProgram = async (path: string, output: string) => {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `#!/bin/sh\necho '${output} of a test'\n`, { mode: 0o755 })
}

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

  it('uses the first folder of the PATH that contains both', async () => {
    const [ffmpegOnly, both] = [join(dir, 'ffmpeg-only'), join(dir, 'both')]
    await makeProgram(join(ffmpegOnly, 'ffmpeg'), 'ffmpeg version 1')
    for (const name of ['ffmpeg', 'ffprobe']) await makeProgram(join(both, name), `${name} version 2`)
    vi.stubEnv('PATH', `${ffmpegOnly}:${both}:${process.env.PATH}`)

    const found = await findBinaries({})

    expect(found).toEqual({ ffmpeg: join(both, 'ffmpeg'), ffprobe: join(both, 'ffprobe'), source: 'PATH' })
    expect(await examineBinaries(found)).toEqual({
      versions: { ffmpeg: '2', ffprobe: '2' },
      problem: null,
      isRefused: false,
    })
  })

  it('uses the configured one with the other one of its folder, and reports the path that is missing', async () => {
    const folder = join(dir, 'configured')
    await makeProgram(join(folder, 'ffmpeg'), 'ffmpeg version 1')

    await expect(findBinaries({ FFMPEG_PATH: join(folder, 'ffmpeg') })).rejects.toThrow(join(folder, 'ffprobe'))
    await makeProgram(join(folder, 'ffprobe'), 'ffprobe version 1')
    expect(await findBinaries({ FFPROBE_PATH: join(folder, 'ffprobe') })).toMatchObject({
      ffmpeg: join(folder, 'ffmpeg'),
      source: 'configuration',
    })
    await expect(findBinaries({ FFPROBE_PATH: '/nowhere/ffprobe' })).rejects.toThrow('/nowhere/ffmpeg')
  })

  const makePair = async (folder: string, versions: { ffmpeg: string; ffprobe: string }) => {
    for (const [name, version] of Object.entries(versions)) {
      await makeProgram(join(folder, name), `${name} version ${version}`)
    }
  }

  it('names a pair of different versions, and one of npm', async () => {
    const folder = join(dir, 'mixed')
    await makePair(folder, { ffmpeg: '7.1', ffprobe: '5.1' })
    const mixed = await examineBinaries(await findBinaries({ FFMPEG_PATH: join(folder, 'ffmpeg') }))
    expect(mixed.problem).toMatch(/^ffmpeg 7.1 and ffprobe 5.1 are different versions.*apt-get install ffmpeg/)

    vi.stubEnv('PATH', '/nowhere')
    expect(await examineBinaries(await findBinaries({}))).toMatchObject({
      problem: expect.stringMatching(/come from npm and are old builds.*apt-get install ffmpeg/),
      isRefused: false,
    })
  })

  it('refuses both in production, unless they are configured', async () => {
    const production = { NODE_ENV: 'production' }
    const folder = join(dir, 'mixed-on-path')
    await makePair(folder, { ffmpeg: '7.1', ffprobe: '5.1' })
    vi.stubEnv('PATH', folder)
    const refused = { isRefused: true, problem: expect.stringMatching(/NODE_ENV=production.*FFMPEG_PATH/) }
    expect(await examineBinaries(await findBinaries({}), production)).toMatchObject(refused)
    const configured = await findBinaries({ FFMPEG_PATH: join(folder, 'ffmpeg') })
    expect(await examineBinaries(configured, production)).toMatchObject({
      isRefused: false,
      problem: expect.stringMatching(/different versions/),
    })

    vi.stubEnv('PATH', '/nowhere')
    expect(await examineBinaries(await findBinaries({}), production)).toMatchObject(refused)
  })
})
