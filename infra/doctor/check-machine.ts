import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findBinaries } from '@griot/service-kit/ffmpeg'
import { isPortFree } from '../common/free-port.ts'
import { root } from '../start/config.ts'
import { because, type Check, type Env, type Finding, speaker } from './finding.ts'

const { good, odd, wrong } = speaker('machine')
const OLDEST_NODE = [20, 19]

/** Node, ffmpeg, the folder and the port. */
export const checkMachine: Check = async (env) => {
  const findings = [
    ...checkNode(process.versions.node),
    ...checkFolder(env),
    ...(await checkPort(env)),
    ...(await checkFfmpeg(env)),
  ]
  return findings.length > 0
    ? findings
    : [good(`Node ${process.versions.node}, ffmpeg, the folder and the port are fine.`)]
}

export const checkNode = (version: string): Finding[] => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldest = 0, least = 0] = OLDEST_NODE
  if (major > oldest || (major === oldest && minor >= least)) return []
  return [wrong(`This is Node ${version}; ${OLDEST_NODE.join('.')} is the oldest that works.`)]
}

const checkFolder = ({ DATA_DIR: given = '.data' }: Env): Finding[] => {
  const dataDir = resolve(root, given)
  if (!existsSync(dataDir)) return []
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return [wrong(`${dataDir} cannot be written to by this account: set DATA_DIR to a folder of yours.`)]
  }
  const others = 0o077
  const secrets = join(dataDir, 'secrets.json')
  if (existsSync(secrets) && (statSync(secrets).mode & others) !== 0) {
    return [wrong(`${secrets} can be read by others on this machine: chmod 600 it.`)]
  }
  return []
}

const checkPort = async ({ PORT: given = '8080', HOST: host = '127.0.0.1' }: Env): Promise<Finding[]> => {
  const port = Number(given)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return [wrong(`PORT is “${given}”, which is no port.`)]
  if (port === 0 || (await isPortFree(port, host))) return []
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(3_000) })
    .then((response) => response.text())
    .catch(() => '')
  if (answer.includes('"status"')) return [howItDoes(port, answer)]
  return [wrong(`Port ${port} is taken by something that is not Griot: set PORT to another one.`)]
}

/** What a Griot that is running says of itself at /healthz. */
const howItDoes = (port: number, answer: string): Finding => {
  const { missing = [] } = JSON.parse(answer) as { missing?: string[] }
  if (missing.length === 0) return good(`Griot is running on port ${port}.`)
  return wrong(`Griot is running on port ${port}, but not well: what is missing is ${missing.join(', ')}.`)
}

const checkFfmpeg = async (env: Env): Promise<Finding[]> => {
  const dir = await mkdtemp(join(tmpdir(), 'griot-doctor-'))
  try {
    const { ffmpeg } = await findBinaries(env as Parameters<typeof findBinaries>[0], dir)
    return ffmpeg.includes('ffmpeg-installer')
      ? [odd('ffmpeg is the one from npm, of 2018: install your system’s, which gets its security updates.')]
      : []
  } catch (error) {
    return [wrong(`${because(error)}.`)]
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
