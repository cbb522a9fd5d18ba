import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const program = 'redis-server'
export const hasRedis = spawnSync(program, ['--version']).status === 0

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A place for a Redis that keeps nothing on the disk; it runs between `start` and `stop`. */
export const createRedis = async () => {
  const port = await freePort()
  const dir = await mkdtemp(join(tmpdir(), 'griot-test-redis-'))
  let running: ReturnType<typeof spawn> | undefined
  const stop = async () => {
    const server = running
    running = undefined
    if (server === undefined) return
    server.kill()
    await once(server, 'exit')
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const server = spawn(
        'redis-server',
        ['--bind', '127.0.0.1', '--port', String(port), '--dir', dir, '--save', ''],
        {
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      )
      running = server
      for await (const line of createInterface(server.stdout)) if (line.includes('Ready to accept')) break
      server.stdout.resume()
    },
    stop,
    async remove() {
      await stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
