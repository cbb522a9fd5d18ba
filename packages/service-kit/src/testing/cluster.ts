import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@griot/infra/postgres'
import { runMigrations } from 'bullmq'
import pg from 'pg'
import { freeze } from './freeze.ts'

/** A PostgreSQL cluster of one test, with BullMQ's tables. */
export const createCluster = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'griot-test-cluster-'))
  let server = await startPostgres({ dataDir, durable: false })
  const { port, adminUrl } = server
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await runMigrations(client)
  await client.end()
  return {
    url: adminUrl,
    port,
    stop: () => server.stop(),
    freeze: () => freeze(server.pid),
    async start() {
      server = await startPostgres({ dataDir, port, durable: false })
    },
    async remove() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const field = (letter: string, text: string) => `${letter}${text}\0`

const STARTING_UP = (() => {
  const fields = `${field('S', 'FATAL')}${field('V', 'FATAL')}${field('C', '57P03')}${field('M', 'the database system is starting up')}\0`
  const message = Buffer.alloc(5 + fields.length)
  message.write('E', 0)
  message.writeUInt32BE(4 + fields.length, 1)
  message.write(fields, 5)
  return message
})()

/** A server that refuses every connection like a recovering PostgreSQL. */
export const serveStartingUp = async (port: number) => {
  let asked = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      asked += 1
      socket.end(STARTING_UP)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    asked: () => asked,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}
