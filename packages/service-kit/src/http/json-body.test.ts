import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { expect, it } from 'vitest'
import { readJson } from './json-body.ts'

it('returns 400 if the client disconnected before its body was read', async () => {
  const app = new Koa()
  app.silent = true
  let tell = (_: unknown) => {}
  const thrown = new Promise((resolve) => {
    tell = resolve
  })
  app.use(async (context) => {
    asked.destroy()
    await new Promise((resolve) => context.req.on('error', () => {}).once('close', resolve))
    await readJson(context).then(tell, tell)
  })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const headers = { 'content-type': 'application/json', 'content-length': 10 }
  const asked = request({ port, method: 'POST', headers })
  asked.on('error', () => {})
  asked.write('{')

  expect(await thrown).toMatchObject({ status: 400 })
  server.close()
})
