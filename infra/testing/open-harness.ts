import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { byUrlVariable } from '@griot/contracts/services'
import { createIdentities } from '@griot/service-kit/testing/identity'
import type pg from 'pg'
import { withClient } from '../common/with-client.ts'
import { type PostgresOptions, startPostgres } from '../postgres/launcher.ts'
import type { Service } from '../postgres/role-names.ts'
import { prepareDatabase, randomPasswords } from './prepare-database.ts'
import { endProcess, isRunning, type RunningProcess, startProcess } from './start-process.ts'

/** An address that refuses connections, for services that a test does not start. */
export const UNREACHABLE = 'http://127.0.0.1:9'

/** A PostgreSQL with the tables of these services, and the processes that a test starts on it. All can be killed. */
export const openHarness = async (services: readonly Service[], settings: PostgresOptions['settings'] = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'griot-harness-'))
  let postgres = await startPostgres({ dataDir, settings })
  const passwords = randomPasswords()
  const urls = await prepareDatabase(postgres.adminUrl, services, { passwords })
  const { sign, publicKey, privateKey } = await createIdentities()
  const started = new Map<RunningProcess, Parameters<typeof startProcess>>()

  const urlOf = (database: string) => Object.assign(new URL(postgres.adminUrl), { pathname: `/${database}` }).href
  const start = async (...command: Parameters<typeof startProcess>) => {
    const running = await startProcess(...command)
    started.set(running, command)
    return running
  }

  return {
    dataDir,
    urls,
    /** Signs an identity token as the gateway does. */
    sign,
    keys: {
      IDENTITY_PUBLIC_KEY: JSON.stringify(publicKey),
      IDENTITY_PRIVATE_KEY: JSON.stringify(privateKey),
      GRANT_SECRET: randomBytes(32).toString('base64url'),
    },
    start,
    /** Kills a process as a crash does, and starts it again on the same port. */
    async restart(running: RunningProcess) {
      const [program, environment] = started.get(running) ?? [[], {}]
      started.delete(running)
      await endProcess(running, 'SIGKILL')
      return start(program, { ...environment, PORT: new URL(running.url).port })
    },
    areRunning: () => [...started.keys()].every(isRunning),
    /** Another database with the same tables. Returns the URL of each role, and of the superuser as `admin`. */
    async createDatabase(database: string) {
      return {
        ...(await prepareDatabase(postgres.adminUrl, services, { database, passwords })),
        admin: urlOf(database),
      }
    },
    postgresPid: () => postgres.pid,
    async killPostgres() {
      const { pid, port, died } = postgres
      process.kill(pid, 'SIGKILL')
      await died
      postgres = await startPostgres({ dataDir, port, settings })
    },
    /** Runs `work` as the superuser of PostgreSQL. */
    asSuperuser: <Result>(work: (client: pg.Client) => Promise<Result>) => withClient(urlOf('griot'), work),
    async close(signal: NodeJS.Signals = 'SIGTERM') {
      for (const running of [...started.keys()].reverse()) await endProcess(running, signal)
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Harness = Awaited<ReturnType<typeof openHarness>>

/** The environment of a gateway without rate limits and without front ends. */
export const gatewayEnvironment = ({ dataDir, keys }: Pick<Harness, 'dataDir' | 'keys'>, databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  RATE_LIMITS: 'off',
  IDENTITY_PRIVATE_KEY: keys.IDENTITY_PRIVATE_KEY,
  GRANT_SECRET: keys.GRANT_SECRET,
  ...byUrlVariable(() => UNREACHABLE),
  MODULES_DIR: join(dataDir, 'modules'),
  OBJECTS_DIR: join(dataDir, 'objects'),
  SHELL_DIR: join(dataDir, 'shell'),
})
