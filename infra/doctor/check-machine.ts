import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { examineBinaries, findBinaries } from '@griot/service-kit/audio/ffmpeg'
import { openSandbox } from '@griot/service-kit/audio/sandbox'
import { isPortFree } from '../common/free-port.ts'
import { root } from '../start/config.ts'
import type { Check, Env, Report } from './finding.ts'

export const checkMachine: Check = async (env, report) => {
  checkFolder(env, report)
  await checkPort(env, report)
  await checkFfmpeg(env, report)
  return `Node ${process.versions.node}, ffmpeg, the folder and the port are usable.`
}

const checkFolder = ({ DATA_DIR: given = '.data' }: Env, { error }: Report) => {
  const dataDir = resolve(root, given)
  if (!existsSync(dataDir)) return
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return error(`${dataDir} cannot be written to by this account: set DATA_DIR to another folder.`)
  }
  const others = 0o077
  const secrets = join(dataDir, 'secrets.json')
  if (existsSync(secrets) && (statSync(secrets).mode & others) !== 0) {
    error(`${secrets} can be read by other users of this machine: run chmod 600 on it.`)
  }
}

const checkPort = async ({ PORT: given = '8080', HOST: host = '127.0.0.1' }: Env, { ok, error }: Report) => {
  const port = Number(given)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    return error(`PORT is “${given}”, which is not a port number.`)
  }
  if (port === 0 || (await isPortFree(port, host))) return
  const body = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(3_000) })
    .then((response) => response.text())
    .catch(() => '')
  if (!body.includes('"status"')) {
    return error(`Port ${port} is used by another program: set PORT to another one.`)
  }
  const { missing = [] } = JSON.parse(body) as { missing?: string[] }
  if (missing.length === 0) ok(`Griot is running on port ${port}.`)
  else error(`Griot is running on port ${port}, but is not healthy: ${missing.join(', ')} missing.`)
}

const checkFfmpeg = async (env: Env, { ok, warning, error }: Report) => {
  const binaries = await findBinaries(env)
  const { versions, problem, isRefused } = await examineBinaries(binaries, env)
  if (problem === null) ok(`ffmpeg and ffprobe ${versions.ffmpeg}, found by ${binaries.source}.`)
  else (isRefused ? error : warning)(`${problem}.`)
  const { missing } = await withFolder((folder) => openSandbox(binaries, folder))
  if (missing.length === 0) return
  warning(
    `ffmpeg runs without these measures of confinement: ${missing.join(', ')}. See "Confinement of ffmpeg" in docs/production.md.`,
  )
}

const withFolder = async <Result>(work: (folder: string) => Promise<Result>) => {
  const folder = await mkdtemp(join(tmpdir(), 'griot-doctor-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
