import { chown, copyFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestAuthority } from './certificates.ts'

/** Enables TLS on a running PostgreSQL. Returns a URL that requires and verifies it. */
export const encryptPostgres = async (dataDir: string, adminUrl: string, { certificate, key }: TestAuthority) => {
  const data = join(dataDir, 'postgres', 'data')
  // The server only reads keys that its own user owns.
  const { uid, gid } = await stat(data)
  const files = [
    [certificate, 'server.crt'],
    [key, 'server.key'],
  ] as const
  for (const [file, name] of files) {
    await copyFile(file, join(data, name))
    await chown(join(data, name), uid, gid)
  }
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query('alter system set ssl = on')
  await client.query('select pg_reload_conf()')
  await client.end()
  const url = Object.assign(new URL(adminUrl), { hostname: 'localhost' })
  url.searchParams.set('sslmode', 'verify-full')
  return url.href
}
