import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readMigrateConfig } from './migrate-config.ts'
import { modulesModeOf } from './modules-mode.ts'

const script = fileURLToPath(new URL('../scripts/make-secrets.ts', import.meta.url))
const makeSecrets = () => parseEnv(execFileSync(process.execPath, ['--import', 'tsx', script], { encoding: 'utf8' }))

describe('readMigrateConfig', () => {
  it('reads the generated secrets of a deployment, one for each role', () => {
    const secrets = makeSecrets()
    const given = readMigrateConfig({
      ...secrets,
      DATABASE_URL: 'postgres://admin:secret@db.example/griot',
    })
    expect(given).toMatchObject({ database: 'griot', queueOnPostgres: true })
    expect(given.passwords.listening_points).toBe(secrets.DATABASE_PASSWORD_LISTENING_POINTS)
    expect(new Set(Object.values(given.passwords)).size).toBe(5)
  })

  it('does not create the queue in PostgreSQL if Redis is configured', () => {
    const given = readMigrateConfig({
      ...makeSecrets(),
      DATABASE_URL: 'postgres://admin:secret@db.example',
      REDIS_URL: 'redis://redis.example',
    })
    expect(given).toMatchObject({ database: 'griot', queueOnPostgres: false })
  })
})

describe('modulesModeOf', () => {
  it('keeps the released modules in production, unless MODULES says otherwise', () => {
    expect(modulesModeOf({})).toBe('publish')
    expect(modulesModeOf({ NODE_ENV: 'production' })).toBe('keep')
    expect(modulesModeOf({ NODE_ENV: 'production', MODULES: 'publish' })).toBe('publish')
    expect(modulesModeOf({ MODULES: 'keep' })).toBe('keep')
  })
})
