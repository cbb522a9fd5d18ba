import { chown, copyFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestAuthority } from './certificates.ts'

/** Has a running PostgreSQL of ours speak TLS as well. Answers its address for those who insist on that. */
export const encryptPostgres = async (dataDir: string, adminUrl: string, { certificate, key }: TestAuthority) => {
  const data = join(dataDir, 'postgres', 'data')
  // It reads keys that belong to whoever runs it, which is not us where we are root.
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
