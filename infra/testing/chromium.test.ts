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

describe('finding Chromium', () => {
  it('takes the one that is configured, and says so when it cannot be run', async () => {
    await program('chromium')
    const mine = await program('mine')

    expect(await findChromium({ CHROMIUM_PATH: mine, PATH: folder })).toBe(mine)
    await expect(findChromium({ CHROMIUM_PATH: join(folder, 'gone'), PATH: folder })).rejects.toThrow(
      'set CHROMIUM_PATH to one that can',
    )
  })

  it('takes the first on the path', async () => {
    const chrome = await program('google-chrome')
    expect(await findChromium({ PATH: `/nowhere::${folder}` })).toBe(chrome)

    const chromium = await program('chromium')
    expect(await findChromium({ PATH: folder })).toBe(chromium)
  })

  it('says in one sentence what to install', async () => {
    await expect(findChromium({ PATH: folder })).rejects.toThrow(
      'install Chromium or Google Chrome, or set CHROMIUM_PATH',
    )
  })

  it.runIf(process.getuid?.() === 0)('installs the one of the system where it may', async () => {
    const chromium = join(folder, 'chromium')
    await program(
      'apt-get',
      `if [ "$1" = install ]; then printf '#!/bin/sh\\n' > ${chromium}; /bin/chmod 755 ${chromium}; fi`,
    )

    expect(await findChromium({ PATH: folder })).toBe(chromium)
  })
})
