import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { SetupError } from '../common/setup-error.ts'
import { clusterAt, readPidFile } from '../postgres/cluster.ts'
import { type Role, roles } from '../postgres/role-names.ts'
import { readConfig, root } from '../start/config.ts'
import { loadSecrets } from '../start/secrets.ts'

// Runs a command of a service (`services/x/src/commands/…`) with the database of this installation: the running embedded
// database, or DATABASE_URL.

const databaseAddress = (config: ReturnType<typeof readConfig>, role: Role): string => {
  const given = (role === 'griot_migrator' ? undefined : config.ownDatabases[role]) ?? config.databaseUrl
  if (given !== undefined) return given
  const server = readPidFile(clusterAt(config.dataDir).data)
  if (server === undefined) throw new SetupError('The database is not running: start Griot first, or set DATABASE_URL.')
  return `postgres://127.0.0.1:${server.port}/griot`
}

const urlFor = (role: Role): string => {
  const config = readConfig()
  const url = new URL(databaseAddress(config, role))
  url.username = role
  url.password = loadSecrets(config.dataDir).database[role]
  return url.href
}

const isRole = (name: string): name is Role => (roles as readonly string[]).includes(name)

const [role = '', file = '', ...given] = process.argv.slice(2)
try {
  if (!isRole(role)) throw new SetupError(`Unknown role ${role}.`)
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, file), ...given], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: urlFor(role) },
    stdio: 'inherit',
  })
  child.once('exit', (code) => {
    process.exitCode = code ?? 1
  })
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
