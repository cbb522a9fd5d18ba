import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createLog } from '@griot/service-kit/log'
import Koa from 'koa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayState } from '../http/context.ts'
import { createKeepFile } from './keep-file.ts'

describe('the files that teams bring', () => {
  const server = createServer()
  let address: string
  const kept: string[] = []
  let packed = 0
  let mostPacked = 0

  beforeAll(async () => {
    const keepFile = createKeepFile({
      keep: async (integrity, name, content, effort) => {
        packed += 1
        mostPacked = Math.max(mostPacked, packed)
        for (let turns = 0; turns < 10; turns += 1) await nextTurn()
        packed -= 1
        kept.push(`${integrity} ${name} ${Buffer.from(content)} ${effort}`)
      },
      log: createLog('test', 'silent'),
    })
    const app = new Koa<GatewayState>()
    app.use(async (context) => {
      context.body = await keepFile(context, context.path.slice(1))
    })
    server.on('request', app.callback())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const bring = async (place: string, content: string) =>
    (await fetch(`${address}/${place}`, { method: 'PUT', body: content })).json()

  it('are kept by their hash, with what is known of them', async () => {
    expect(await bring('00ff?name=a.js&effort=little', 'sound')).toEqual({ stored: 'a.js' })
    expect(kept).toEqual(['sha384-AP8= a.js sound little'])
  })

  it('are made small two at a time, as who listens needs the other threads', async () => {
    const many = await Promise.all(Array.from({ length: 30 }, (_, at) => bring(`00?name=${at}.js`, 'sound')))

    expect(many).toHaveLength(30)
    expect(kept).toHaveLength(31)
    expect(mostPacked).toBe(2)
  })
})
