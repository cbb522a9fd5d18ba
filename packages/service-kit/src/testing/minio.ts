import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './free-port.ts'

// Built with Go; a server for tests, not a part of the product.
const MODULE = 'github.com/minio/minio'
const VERSION = 'v0.0.0-20260212201848-7aac2a2c5b7c'

const program = 'minio'
const buildFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'griot', 'minio', VERSION)
const built = join(buildFolder, program)

const isOnPath = () => spawnSync(program, ['--version']).status === 0

/** The program of `MINIO_BIN`, on PATH, or built by an earlier run. */
export const findMinio = (): string | undefined => {
  if (process.env.MINIO_BIN) return process.env.MINIO_BIN
  if (isOnPath()) return program
  return existsSync(built) ? built : undefined
}

/** Builds MinIO from source, which takes minutes. Returns undefined without Go or access to the source. */
export const buildMinio = async (): Promise<string | undefined> => {
  if (spawnSync('go', ['version']).status !== 0) return undefined
  const environment = { ...process.env, GOBIN: buildFolder, GOFLAGS: '-buildvcs=false' }
  const child = spawn('go', ['install', `${MODULE}@${VERSION}`], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  return code === 0 ? built : undefined
}

export const serveMinio = async (binary: string, folder: string) => {
  const port = await freePort()
  const accessKey = 'griot'
  const secretKey = randomBytes(16).toString('hex')
  const { PATH, HOME } = process.env
  const child = spawn(binary, ['server', folder, '--address', `127.0.0.1:${port}`, '--quiet'], {
    env: { PATH, HOME, MINIO_ROOT_USER: accessKey, MINIO_ROOT_PASSWORD: secretKey, MINIO_BROWSER: 'off' },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  const endpoint = `http://127.0.0.1:${port}`
  for (;;) {
    const response = await fetch(`${endpoint}/minio/health/ready`).catch(() => undefined)
    if (response?.ok) break
    if (child.exitCode !== null) throw new Error(`MinIO ended with ${child.exitCode} before it was ready`)
    await delay(50)
  }
  return {
    endpoint,
    accessKey,
    secretKey,
    async close() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
