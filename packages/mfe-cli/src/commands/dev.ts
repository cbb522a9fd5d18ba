import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { on, once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { MAX_OVERRIDE_MINUTES } from '@griot/contracts/module-registry'
import type { VersionDocument } from '@griot/contracts/modules'
import { type Command, parseMinutes } from '../command.ts'
import { refused, usage } from '../output.ts'
import { deployQuietly, moveDraft, readBuild } from './deploy.ts'

/** Deploys every build of a watcher and moves a draft to it. The printed link selects the draft. */
export const dev: Command = async ({ client, words, options, out, cwd }) => {
  const folder = path.resolve(cwd, words[0] ?? '.')
  if (!existsSync(path.join(folder, 'rspack.config.mjs')))
    throw usage(`${folder} is not a module: it has no rspack.config.mjs.`)
  const minutes = parseMinutes(options) ?? MAX_OVERRIDE_MINUTES
  const draft = `draft-${randomBytes(8).toString('hex')}`
  const dist = await mkdtemp(path.join(tmpdir(), 'mfe-dev-'))
  const preset = createRequire(path.join(folder, 'package.json'))
  const watcher = fork(preset.resolve('@griot/mfe-preset/watch-main'), [folder, dist], {
    execArgv: ['--import', pathToFileURL(preset.resolve('@griot/mfe-preset/typescript.mjs')).href],
    env: { ...process.env, NODE_ENV: 'development' },
  })
  const stop = () => void watcher.kill()
  process.once('SIGINT', stop).once('SIGTERM', stop)

  let current: VersionDocument | null = null
  const deployBuild = async (failure: string | null) => {
    if (failure !== null) return out.line(failure)
    const isFirst = current === null
    const document = await readBuild(dist)
    await deployQuietly(client, document, dist)
    await moveDraft(client, document, draft)
    current = document
    out.line(`${document.module} is at ${document.version}`)
    if (!isFirst) return
    const { link, until } = await client.override({ modules: { [document.module]: draft } }, minutes)
    out.line(`\n  ${link}\n\nThe link shows your build until ${until}. Press Ctrl-C to end.`)
  }
  try {
    for await (const [{ failure }] of on(watcher, 'message', { close: ['exit'] })) {
      try {
        await deployBuild(failure)
      } catch (error) {
        // A failure of the first deployment ends the command; later the gateway may be unavailable for a moment.
        if (current === null) throw error
        out.line(error instanceof Error ? error.message : String(error))
      }
    }
  } finally {
    if (watcher.kill()) await once(watcher, 'exit')
    await rm(dist, { recursive: true, force: true })
  }
  if (current === null) throw refused('The module could not be built.')
}
