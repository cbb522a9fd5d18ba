import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onPath } from '@griot/service-kit/files/find-program'
import { installByApt } from '../testing/apt.ts'
import { installPython } from '../testing/install-python.ts'

const run = promisify(execFile)
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

interface ReadItem {
  title: string
  guid: string
  url: string
  length: number
  type: string
  seconds?: number
}

interface ReadFeed {
  isBroken?: boolean
  title: string
  items: ReadItem[]
}

/** `feedparser` and `podcastparser`, or the reason why they cannot be installed. */
export const openPythonReaders = async () => {
  const installed = await installPython({
    name: 'feed-readers',
    title: 'The feed parsers of Python',
    requirements: fileOf('requirements.txt'),
  })
  if ('reason' in installed) return installed
  return {
    async read(address: string) {
      const { stdout } = await run(join(installed.path, 'python'), [fileOf('read_feed.py'), address], {
        maxBuffer: 64 * 1024 * 1024,
      })
      return JSON.parse(stdout) as Record<'feedparser' | 'podcastparser', ReadFeed>
    },
  }
}

/** The podcast app gPodder without a display, with its data in `folder`; or the reason why it cannot be installed. */
export const openGpodder = async (folder: string) => {
  if ((await onPath('gpo')) === undefined) await installByApt(['gpodder'], 'gPodder').catch(() => false)
  const gpo = await onPath('gpo')
  if (gpo === undefined) return { reason: 'gPodder is not installed: it needs root on Debian' }
  const env = { ...process.env, GPODDER_HOME: folder, HOME: folder }
  return { run: async (...command: string[]) => (await run(gpo, command, { env, timeout: 120_000 })).stdout }
}
