import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { TokenAnswer } from '@griot/contracts/module-registry'
import { isShellDocument, type VersionDocument } from '@griot/contracts/modules'
import { readBuild } from '@griot/module-registry/publish'
import type { Visitor } from '@griot/service-kit/visitor'
import { Pool } from 'undici'
import { root } from '../build/targets.ts'
import { median } from './load.ts'
import { buildTwin, tell } from './modules-team.ts'

const ASKED = 2000
const REMOTES = ['mfe-listener', 'mfe-rewards', 'mfe-studio']

/** What the tables of the builds say: the heaviest module counts. */
export const weighBuilds = async () => {
  const shell = await readBuild(join(root, 'shell/dist'))
  if (!isShellDocument(shell)) throw new Error('shell/dist holds no shell.')
  const page = await readFile(join(root, 'shell/dist', shell.page), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name ?? '')
  const modules = await Promise.all(REMOTES.map((remote) => readBuild(join(root, remote, 'dist'))))
  const entries = modules.map((module) => weigh(module, ['remoteEntry.js']))
  const initials = modules.map((module) => weigh(module, ['remoteEntry.js', ...module.preload.default]))
  return {
    shellBytes: weigh(shell, [shell.page, ...named, ...shell.preload.default]),
    entryBytes: Math.max(...entries),
    initialBytes: Math.max(...initials),
  }
}

const weigh = ({ files }: VersionDocument, names: readonly string[]) =>
  [...new Set(names)].reduce((sum, name) => sum + (files[name]?.gz ?? Number.NaN), 0)

/**
 * One request after the other. What the registry does for a page is what it takes longer than an answer for which nothing
 * is done at all.
 */
export const measurePages = async (origin: string, visitor: Visitor) => {
  const pool = new Pool(origin, { connections: 1 })
  const firstByteOf = async (path: string) => {
    const begin = performance.now()
    const { body, statusCode } = await pool.request({
      method: 'GET',
      path,
      headers: { cookie: visitor.cookies, accept: 'text/html', 'accept-encoding': 'gzip' },
    })
    const taken = performance.now() - begin
    await body.dump()
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
    return taken
  }
  const pages: number[] = []
  const files: number[] = []
  const nothings: number[] = []
  for (let time = 0; time < ASKED; time++) {
    nothings.push(await firstByteOf('/healthz'))
    files.push(await firstByteOf('/favicon.svg'))
    pages.push(await firstByteOf('/discover'))
  }
  await pool.close()
  // The first of them warm the gateway up.
  const [page = [], file = [], nothing = []] = [pages, files, nothings].map((times) => times.slice(ASKED / 4))
  return { registryWork: ofAHundred99(page) - ofAHundred99(nothing), firstByte: median(page) - median(file) }
}

const ofAHundred99 = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN

/** The whole command, as a team runs it, with a version whose files the registry has not got. */
export const measureDeploy = async (origin: string, team: Visitor, folder: string) => {
  const dist = join(folder, 'deployed')
  await buildTwin(join(root, 'mfe-studio/dist'), dist, 1)
  const asked = { module: 'studio', label: 'a measurement', scopes: ['deploy'] }
  const { token } = TokenAnswer.parse(await tell(team, 'tokens', asked))
  const begin = performance.now()
  const child = spawn(process.execPath, [join(root, 'packages/mfe-cli/mfe.mjs'), 'deploy', dist], {
    env: { ...process.env, MFE_ORIGIN: origin, MFE_TOKEN: token },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error('The module could not be deployed.')
  return performance.now() - begin
}
