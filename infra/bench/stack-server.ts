import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import pg from 'pg'
import { forNode, isStatement, type StatementName } from './statements.ts'

// Minimal code on the same stack: one query per request, without sessions or validation.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
pool.on('error', () => process.exit(0))
const prepared = new Map<StatementName, ReturnType<typeof forNode>>()

const statementFor = (name: StatementName) => {
  const statement = prepared.get(name) ?? forNode(name)
  prepared.set(name, statement)
  return statement
}

const readBody = async (request: IncomingMessage): Promise<Record<string, string>> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? {} : (JSON.parse(text) as Record<string, string>)
}

const app = new Koa()
app.use(async (context) => {
  const name = context.path.slice(1)
  if (name === 'nothing') {
    context.body = {}
    return
  }
  if (!isStatement(name)) return
  const body = context.method === 'POST' ? await readBody(context.req) : {}
  const values: Record<string, string | undefined> = { user: context.get('x-user'), ...body }
  const { text, names } = statementFor(name)
  const { rows } = await pool.query({ name, text, values: names.map((parameter) => values[parameter]) })
  context.body = rows
})

// Longer than the pauses between its rounds: a connection that closes as it is used again would end the benchmark.
const server = createServer({ keepAliveTimeout: 120_000 }, app.callback()).listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.({ port: (server.address() as AddressInfo).port })
process.once('disconnect', () => process.exit(0))
