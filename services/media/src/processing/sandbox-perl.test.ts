import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { perlScripts } from './sandbox-perl.ts'

const CONFINEMENT = { limits: { cpuSeconds: 11, memoryBytes: 900_000_000 }, ownSession: true }
// Limits, own number, session, network.
const TELL = 'ulimit -t; ulimit -v; ulimit -n; echo $$; cut -d" " -f6 /proc/$$/stat; readlink /proc/$$/ns/net'

let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'griot-test-sandbox-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const written = async (binary: string, nr: number) => {
  const script = perlScripts(binary, CONFINEMENT)[nr]
  if (script === undefined) throw new Error('there are three')
  const path = join(dir, `script-${nr}`)
  await writeFile(path, script.text)
  await chmod(path, 0o700)
  return { ...script, path }
}

describe.skipIf(!existsSync('/usr/bin/perl') || !perlScripts('sh', CONFINEMENT).length)('a confining script', () => {
  it('becomes the program, with limits and in a session of its own', async () => {
    const { path } = await written('/bin/sh', 2)
    const { stdout } = await promisify(execFile)(path, ['-c', TELL])
    const [cpu, memory, files, pid, session] = stdout.split('\n')

    expect([cpu, memory, files]).toEqual(['11', String(Math.floor(900_000_000 / 1024)), '64'])
    expect(session).toBe(pid)
  })

  it('is without a network, or says that this is not to be had', async () => {
    for (const nr of [0, 1]) {
      const { path, interpreter } = await written('/bin/sh', nr)
      const { stdout, stderr } = await promisify(execFile)(interpreter, [path, '-c', TELL]).catch(
        (error: { stdout: string; stderr: string }) => error,
      )

      if (stdout === '') expect(stderr).toMatch(/^sandbox: network: /)
      else expect(stdout.split('\n')[5]).not.toBe(await readlink('/proc/self/ns/net'))
    }
  })

  it('says what it could not become', async () => {
    const { path } = await written(join(dir, "no such 'program'"), 2)

    await expect(promisify(execFile)(path)).rejects.toMatchObject({
      stderr: expect.stringMatching(/^sandbox: No such/),
    })
  })
})
