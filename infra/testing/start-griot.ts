import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { root } from '../start/config.ts'
import { databaseEnvironment } from '../start/databases.ts'

// Set variables override a developer's `.env`, and empty ones count as unset: a test must never use a real database or bucket.
const UNSET = {
  HOST: '',
  PUBLIC_ORIGIN: '',
  PRODUCT_NAME: '',
  DATABASE_URL: '',
  DATABASE_POOLER_URL: '',
  DATABASE_REPLICA_URL: '',
  ...Object.fromEntries(Object.keys(databaseEnvironment).map((name) => [name, ''])),
  S3_ENDPOINT: '',
  S3_PUBLIC_ENDPOINT: '',
  OIDC_ISSUER: '',
  OIDC_SCOPE: '',
  OIDC_ROLES_CLAIM: '',
  OIDC_ADMIN_ROLES: '',
  OBJECTS_DIR: '',
  MODULES_DIR: '',
  MEDIA_DELIVERY: '',
  ADMIN_EMAILS: '',
  TRUSTED_PROXIES: '',
  LOG_LEVEL: '',
  RATE_LIMITS: '',
  LIVE_RELOAD: '',
  OFFLINE_PAGE: '',
  METRICS_TOKEN: '',
  MODULE_BACKENDS: '',
  SMTP_URL: '',
  MAIL_FROM: '',
  WEBSUB_HUBS: '',
  PODCAST_INDEX: '',
  PODPING_TOKEN: '',
  CONTACT_EMAIL: '',
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
  UPLOAD_MAX_BYTES: '',
  UPLOAD_QUOTA_BYTES: '',
  UPLOAD_QUOTA_FILES: '',
  FREE_DISK_BYTES: '',
}

const { PATH, HOME, TMPDIR, FFMPEG_PATH, FFPROBE_PATH } = process.env
const MACHINE = Object.fromEntries(
  Object.entries({ PATH, HOME, TMPDIR, FFMPEG_PATH, FFPROBE_PATH }).filter(([, value]) => value !== undefined),
)

const START_COMMAND = [process.execPath, 'infra/start.mjs']

/** Starts the product as `npm start` does, on a free port, with an empty catalog. */
export const startGriot = (dataDir: string, env: Record<string, string> = {}, command = START_COMMAND) => {
  const child: ChildProcess = spawn(command[0] ?? '', command.slice(1), {
    cwd: root,
    env: { ...MACHINE, ...UNSET, PORT: '0', DATA_DIR: dataDir, SEED_DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').then(() => child.exitCode)
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const ready = new Promise<string>((resolve, reject) => {
    if (!child.stdout) return
    createInterface(child.stdout).on('line', (line) => {
      output += `${line}\n`
      const address = line.match(/^Griot is ready at (http:\S+)$/)?.[1]
      if (address) resolve(address)
    })
    void ended.then(() => reject(new Error(`The product ended:\n${output}`)))
  })
  // Some tests do not await it.
  ready.catch(() => {})
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    return ended
  }
  return {
    child,
    /** The address, once the product is ready. */
    ready,
    /** The exit code. */
    ended,
    stop,
    /** Everything printed so far. */
    output: () => output,
  }
}
