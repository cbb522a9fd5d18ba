import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

// The least that takes a body and has it on the disk for good: nobody is asked who they are, nothing is counted.
const folder = process.argv[2] ?? '.'
const server = createServer(async (request, response) => {
  const path = join(folder, randomUUID())
  await pipeline(request, createWriteStream(path))
  const file = await open(path, 'r')
  await file.sync()
  await file.close()
  response.writeHead(201).end()
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: (server.address() as AddressInfo).port })}\n`)
})
