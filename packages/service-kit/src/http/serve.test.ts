import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const SERVED = fileURLToPath(new URL('../testing/served-process.ts', import.meta.url))

it('responds to connections that wait in the backlog when it closes', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', SERVED], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const gone = once(child, 'exit')
  try {
    const [port] = await once(child, 'message')
    child.kill('SIGTERM')
    child.send('leave')
    await once(child, 'message')
    const statuses = Array.from({ length: 8 }, () =>
      fetch(`http://127.0.0.1:${port}/waiting`).then(({ status }) => status),
    )
    expect(await Promise.all(statuses)).toEqual(statuses.map(() => 200))
    expect(await gone).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
  }
})

it('reports not ready on SIGTERM, keeps serving, closes idle connections and finishes started responses', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', SERVED], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const gone = once(child, 'exit')
  try {
    const [port] = await once(child, 'message')
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    const begun = once(child, 'message')
    const slow = ask('/slow')
    await begun
    const idle = connect(port, '127.0.0.1').resume()
    const isLeft = once(idle, 'close')
    idle.write('GET /first HTTP/1.1\r\nHost: test\r\n\r\n')
    await once(idle, 'data')

    child.kill('SIGTERM')
    await expect.poll(async () => (await ask('/readyz')).status).toBe(503)
    const still = await ask('/still')
    expect([still.status, still.headers.get('connection'), await still.text()]).toEqual([200, 'close', '/still'])

    child.send('leave')
    await isLeft
    await expect.poll(() => ask('/any').catch(() => 'refused')).toBe('refused')
    child.send('respond')
    expect(await (await slow).text()).toBe('/slow')
    expect(await gone).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
  }
})
