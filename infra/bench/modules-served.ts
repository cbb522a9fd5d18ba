import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { TokenResponse } from '@griot/contracts/module-team'
import { isShellDocument, type VersionDocument } from '@griot/contracts/modules'
import { readBuild } from '@griot/module-registry/publish'
import type { ApiClient } from '@griot/service-kit/testing/api-client'
import { Pool } from 'undici'
import { root } from '../build/targets.ts'
import { median, percentile } from '../testing/statistics.ts'
import { buildVariant, postToRegistry } from './build-variant.ts'

const REQUESTS = 2000
const REMOTES = ['mfe-listener', 'mfe-rewards', 'mfe-studio']

/** Compressed sizes according to the build documents. For modules, the largest one. */
export const weighBuilds = async () => {
  const shell = await readBuild(join(root, 'shell/dist'))
  if (!isShellDocument(shell)) throw new Error('shell/dist contains no shell.')
  const page = await readFile(join(root, 'shell/dist', shell.page), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name ?? '')
  const modules = await Promise.all(REMOTES.map((remote) => readBuild(join(root, remote, 'dist'))))
  const entries = modules.map((module) => weigh(module, ['remoteEntry.js']))
  const initials = modules.map((module) => weigh(module, ['remoteEntry.js', ...module.preload.default]))
  const [signedIn = '', ...federation] = shell.preload.default
  return {
    shellBytes: weigh(shell, [shell.page, ...named, signedIn]),
    federationBytes: weigh(shell, federation),
    entryBytes: Math.max(...entries),
    initialBytes: Math.max(...initials),
  }
}

const weigh = ({ files }: VersionDocument, names: readonly string[]) =>
  [...new Set(names)].reduce((sum, name) => sum + (files[name]?.gz ?? Number.NaN), 0)

/** Single requests. The work of the registry for a page is the difference to a response without any work. */
export const measurePages = async (origin: string, client: ApiClient) => {
  const pool = new Pool(origin, { connections: 1 })
  const firstByteOf = async (path: string) => {
    const startedAt = performance.now()
    const { body, statusCode } = await pool.request({
      method: 'GET',
      path,
      headers: { cookie: client.cookies, accept: 'text/html', 'accept-encoding': 'gzip' },
    })
    const taken = performance.now() - startedAt
    await body.dump()
    if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}`)
    return taken
  }
  const pages: number[] = []
  const files: number[] = []
  const baselines: number[] = []
  for (let count = 0; count < REQUESTS; count++) {
    baselines.push(await firstByteOf('/healthz'))
    files.push(await firstByteOf('/favicon.svg'))
    pages.push(await firstByteOf('/discover'))
  }
  await pool.close()
  // The first requests warm up the gateway.
  const [page = [], file = [], baseline = []] = [pages, files, baselines].map((times) => times.slice(REQUESTS / 4))
  return { registryWork: percentile(page, 0.99) - percentile(baseline, 0.99), firstByte: median(page) - median(file) }
}

/** Runs `mfe deploy` with a version whose files the registry does not have. */
export const measureDeploy = async (origin: string, team: ApiClient, folder: string) => {
  const dist = join(folder, 'deployed')
  await buildVariant(join(root, 'mfe-studio/dist'), dist, 1)
  const order = { module: 'studio', label: 'a measurement', scopes: ['deploy'] }
  const { token } = TokenResponse.parse(await postToRegistry(team, 'tokens', order))
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(root, 'packages/mfe-cli/mfe.mjs'), 'deploy', dist], {
    env: { ...process.env, MFE_ORIGIN: origin, MFE_TOKEN: token },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error('Deploying the module failed.')
  return performance.now() - startedAt
}
