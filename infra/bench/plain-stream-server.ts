import { closeSync, openSync, read, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// The least that sends a file, or a stretch of it: nobody is asked who they are, nothing is checked, one buffer a player,
// and a large one, as if there were never more than a few.
const path = process.argv[2] ?? ''
const { size } = statSync(path)
const CHUNK = 2 * 1024 * 1024

const spare: Buffer[] = []

const send = (response: ServerResponse, from: number, end: number) => {
  const file = openSync(path, 'r')
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK)
  const next = (position: number) => {
    if (position > end) {
      closeSync(file)
      spare.push(buffer)
      response.end()
      return
    }
    read(file, buffer, 0, Math.min(CHUNK, end - position + 1), position, (_, count) => {
      response.write(buffer.subarray(0, count), () => next(position + count))
    })
  }
  next(from)
}

const server = createServer(({ headers }, response) => {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  const start = Number(from ?? 0)
  const end = Number(to || size - 1)
  response.writeHead(from === undefined ? 200 : 206, { 'content-length': end - start + 1 })
  send(response, start, end)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: (server.address() as AddressInfo).port })}\n`)
})
