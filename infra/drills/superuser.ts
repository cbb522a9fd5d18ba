import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { withClient } from '../common/with-client.ts'
import { clusterAt, readPidFile } from '../postgres/cluster.ts'

/** Does something as the superuser of the database that `npm start` runs on this folder. */
export const asSuperuser = async <Result>(dataDir: string, work: (client: pg.Client) => Promise<Result>) => {
  const { data, password } = clusterAt(dataDir)
  const where = {
    user: 'postgres',
    password: readFileSync(password, 'utf8').trim(),
    host: '127.0.0.1',
    port: readPidFile(data)?.port ?? 0,
    database: 'griot',
  }
  return withClient(where, work)
}
