import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findChromium } from './chromium.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'griot-chromium-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const program = async (name: string, script = '') => {
  const file = join(folder, name)
  await writeFile(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return file
}

describe('findChromium', () => {
  it('returns CHROMIUM_PATH, and throws if it cannot be run', async () => {
    await program('chromium')
    const configured = await program('configured')

    expect(await findChromium({ CHROMIUM_PATH: configured, PATH: folder })).toBe(configured)
    await expect(findChromium({ CHROMIUM_PATH: join(folder, 'missing'), PATH: folder })).rejects.toThrow(
      'set CHROMIUM_PATH to one that can',
    )
  })

  it('returns the first one on the PATH', async () => {
    const chrome = await program('google-chrome')
    expect(await findChromium({ PATH: `/nowhere::${folder}` })).toBe(chrome)

    const chromium = await program('chromium')
    expect(await findChromium({ PATH: folder })).toBe(chromium)

    const shell = await program('chromium-headless-shell')
    expect(await findChromium({ PATH: folder })).toBe(shell)
  })

  it('throws one sentence that says what to install', async () => {
    await expect(findChromium({ PATH: folder })).rejects.toThrow(
      'install Chromium or Google Chrome, or set CHROMIUM_PATH',
    )
  })

  it.runIf(process.getuid?.() === 0).each(['chromium-headless-shell', 'chromium'])(
    'installs %s with apt',
    async (name) => {
      const chromium = join(folder, name)
      await program(
        'apt-get',
        `case "$*" in
        install*' ${name}') printf '#!/bin/sh\\n' > ${chromium}; /bin/chmod 755 ${chromium};;
        install*) exit 100;;
      esac`,
      )

      expect(await findChromium({ PATH: folder })).toBe(chromium)
    },
  )
})
