import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MOST_OVERRIDE_MINUTES } from '@griot/contracts/module-registry'
import type { Client } from '../client.ts'
import { type Command, minutesOf } from '../command.ts'
import { EXIT, Stop, usage } from '../outcome.ts'
import { rootAbove } from '../root-above.ts'
import { bringIn, readBuild } from './deploy.ts'

/**
 * `mfe dev [folder]`: the module as it is being written, in the running product, for whoever has the link. Every build is
 * brought in as a version that nobody else sees; the link follows.
 */
export const dev: Command = async ({ client, words, options, out, cwd }) => {
  const folder = path.resolve(cwd, words[0] ?? '.')
  if (!existsSync(path.join(folder, 'rspack.config.mjs')))
    throw usage(`${folder} is no module: it has no rspack.config.mjs.`)
  const minutes = minutesOf(options) ?? MOST_OVERRIDE_MINUTES
  const draft = `draft-${randomBytes(8).toString('hex')}`
  const dist = await mkdtemp(path.join(tmpdir(), 'mfe-dev-'))
  const preset = path.join(rootAbove(folder), 'packages/mfe-preset')
  const watcher = fork(path.join(preset, 'src/watch-main.ts'), [folder, dist], {
    execArgv: ['--import', path.join(preset, 'typescript.mjs')],
    env: { ...process.env, NODE_ENV: 'development' },
  })
  const end = () => void watcher.kill()
  process.once('SIGINT', end).once('SIGTERM', end)

  const show = async (failure: string | null) => {
    if (failure !== null) return out.line(failure)
    const isFirst = current === null
    current = await moveDraft(client, dist, draft)
    out.line(`${current.module} is at ${current.version}`)
    if (!isFirst) return
    const { link, until } = await client.override({ modules: { [current.module]: draft } }, minutes)
    out.line(`\n  ${link}\n\nWhoever opens it sees your build until ${until}; nobody else does. Ctrl-C ends this.`)
  }
  let current: Awaited<ReturnType<typeof moveDraft>> | null = null
  let refused: unknown
  let showing = Promise.resolve()
  watcher.on('message', ({ failure }: { failure: string | null }) => {
    showing = showing
      .then(() => show(failure))
      .catch((error: unknown) => {
        // Without a first one there is nothing to look at; later the gateway may be away for a moment.
        if (current === null) {
          refused = error
          end()
        } else out.line(error instanceof Error ? error.message : String(error))
      })
  })
  try {
    await once(watcher, 'exit')
    await showing
  } finally {
    await rm(dist, { recursive: true, force: true })
  }
  if (refused !== undefined) throw refused
  if (current === null) throw new Stop(EXIT.refused, 'The module could not be built.')
}

const moveDraft = async (client: Client, dist: string, draft: string) => {
  const document = await readBuild(dist)
  await bringIn(client, document, dist)
  await client.moveDraft(document.module, draft, document.version)
  return document
}
