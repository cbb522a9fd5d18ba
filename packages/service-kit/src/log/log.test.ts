import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'
import { within } from './request-origin.ts'

const written = (write: (log: ReturnType<typeof createLog>) => void) => {
  const lines: string[] = []
  write(createLog('test', 'trace', { write: (line) => lines.push(line) }))
  return lines
}

const JWT = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhbWEifQ.c2lnbmF0dXJlLW9mLXNvbWVib2R5'
const SECRET = 'Zm9ydHktdGhyZWUtY2hhcmFjdGVycy1vZi1hLXNlY3JldA'

describe('a line of the log', () => {
  it.each([
    ['an e-mail in a field', { email: 'ama@example.org' }, 'ama@example.org'],
    ['an e-mail one level down', { user: { email: 'ama@example.org' } }, 'ama@example.org'],
    ['an e-mail in a sentence', { why: 'Key (email)=(ama.mensah+1@mail.example.org) exists' }, 'ama.mensah'],
    ['an identity', { header: JWT }, JWT],
    ['the payload of an identity', { said: `x-griot-identity: ${JWT}, more` }, 'eyJzdWIiOiJhbWEifQ'],
    ['a bearer token', { said: `authorization: Bearer ${SECRET}` }, SECRET],
    ['a token of a team', { said: `sent mfe_${SECRET}` }, SECRET],
    ['a session', { said: `cookie: theme=dark; griot_session=${SECRET}; x=1` }, SECRET],
    ['a session of https', { said: `__Host-griot_session=${SECRET}` }, SECRET],
    ['a code of the provider', { url: `/api/callback?code=${SECRET}&state=${SECRET}` }, SECRET],
    ['a private feed', { path: `/feeds/01/private/${SECRET}.xml` }, SECRET],
    ['the audio of a private feed', { said: `GET /audio/private/${SECRET}/01.mp3` }, SECRET],
    ['a signed address', { url: `https://s3/x?X-Amz-Signature=${SECRET}` }, SECRET],
    ['a password in an address', { said: `connect postgres://media:${SECRET}@10.0.0.1/griot` }, SECRET],
  ])('never has %s in it', (_, fields, secret) => {
    const [line = ''] = written((log) => log.info(fields, 'said'))

    expect(line).not.toContain(secret)
    expect(JSON.parse(line)).toMatchObject({ msg: 'said', service: 'test' })
  })

  it('redacts errors, their causes and database details', () => {
    const cause = Object.assign(new Error('Key (email)=(ama@example.org) already exists'), {
      detail: 'Key (email)=(ama@example.org) already exists.',
    })
    const [line = ''] = written((log) =>
      log.error({ err: new Error(`no response for Bearer ${SECRET}`, { cause }) }, 'request failed'),
    )

    expect(line).not.toMatch(/ama@|Zm9ydHk/)
    expect(JSON.parse(line).err.message).toContain('no response for Bearer [cut]')
  })

  it('is one line of JSON for any file name', () => {
    const name = 'a\r\n{"level":"fatal"}\u001b[31m\u202e"\\.mp3'
    const [line = ''] = written((log) => log.info({ name }, 'file arrived'))

    expect(line.trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(line).name).toBe(name)
  })

  it('keeps values that are not secret', () => {
    const id = randomUUID()
    const fields = {
      jobId: `${id}-1`,
      path: '/api/podcast/x?sort=new',
      at: '2026-11-21T07:00:00.000Z',
      share: '50 @ 2x',
    }
    const [line = ''] = written((log) => log.info(fields, 'said'))

    expect(JSON.parse(line)).toMatchObject(fields)
  })

  it('handles a hostile text in linear time', () => {
    const hostile = `${'a.'.repeat(50_000)}${'@a'.repeat(20_000)}`
    const before = process.cpuUsage()
    written((log) => log.info({ hostile }, 'said'))

    // Microseconds of CPU time, independent of the load of the machine.
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000)
  })

  it('contains the request id in nested asynchronous work', async () => {
    const lines: string[] = []
    const log = createLog('test', 'info', { write: (line) => lines.push(line) })
    await within({ requestId: 'one' }, async () => {
      await new Promise((resolve) => setImmediate(resolve))
      log.info('deep inside')
    })
    log.info('elsewhere')

    expect(lines.map((line) => JSON.parse(line).requestId)).toEqual(['one', undefined])
  })
})

describe('the log of a process', () => {
  const programOf = (body: string) => {
    const file = fileURLToPath(new URL('log.ts', import.meta.url))
    const program = `import { createLog } from ${JSON.stringify(file)}\nconst log = createLog('test')\n${body}`
    return ['--import', 'tsx', '--input-type', 'module', '--eval', program]
  }
  const run = async (body: string) => {
    const { stdout } = await promisify(execFile)(process.execPath, programOf(body))
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string })
  }

  it('writes every line in order, also the last ones before the exit', async () => {
    const said = await run(`
      for (let index = 0; index < 2000; index += 1) log.info(String(index))
      setImmediate(() => {
        log.info({ long: 'x'.repeat(40_000) }, 'long')
        log.info('last')
        process.exit(0)
      })
    `)

    expect(said.map(({ msg }) => msg)).toEqual([...Array(2000).keys(), 'long', 'last'].map(String))
  })

  it.skipIf(!existsSync('/dev/full'))('does not end the process when the disk is full', async () => {
    const full = openSync('/dev/full', 'w')
    const program = `
      log.info('first')
      setTimeout(() => {
        log.info('second')
        setTimeout(() => process.exit(7), 10)
      }, 10)
    `
    const child = spawn(process.execPath, programOf(program), { stdio: ['ignore', full, 'inherit'] })
    const [code] = await once(child, 'exit')
    closeSync(full)

    expect(code).toBe(7)
  })
})
