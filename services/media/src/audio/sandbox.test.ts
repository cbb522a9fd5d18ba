import { execFile } from 'node:child_process'
import { mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSandbox, type Sandbox } from './sandbox.ts'

const run = promisify(execFile)
// CPU seconds, memory, open files, process id, session, network namespace.
const REPORT = 'ulimit -t; ulimit -v; ulimit -n; echo $$; cut -d" " -f6 /proc/$$/stat; readlink /proc/$$/ns/net'

let dir: string
let sandbox: Sandbox

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'griot-test-sandbox-'))
  // A shell in the place of ffmpeg reports what confines it. `-version` must succeed, as it does for ffmpeg.
  const shell = join(dir, "shell's")
  await run('/bin/sh', ['-c', `printf '#!/bin/sh\\n[ "$1" = -version ] || exec /bin/sh "$@"\\n' > "$0"`, shell])
  await run('chmod', ['700', shell])
  sandbox = await openSandbox({ ffmpeg: shell, ffprobe: shell }, dir)
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('the sandbox', () => {
  it('limits CPU time, memory and open files, and removes the network', async () => {
    const { stdout } = await run(sandbox.ffmpeg, ['-c', REPORT])
    const [cpu, memory, files, pid, session, network] = stdout.split('\n')

    if (sandbox.measures.includes('limits')) expect([cpu, memory, files]).toEqual(['7200', '781250', '64'])
    if (sandbox.measures.includes('own session')) expect(session).toBe(pid)
    if (sandbox.measures.includes('no network')) expect(network).not.toBe(await readlink('/proc/self/ns/net'))
  })

  it('gives ffprobe less CPU time than ffmpeg', async () => {
    const [file, ...args] = sandbox.ffprobe
    const { stdout } = await run(file, [...args, '-c', 'ulimit -t'])

    if (sandbox.measures.includes('limits')) expect(stdout.trim()).toBe('5')
  })

  it('runs the bare program when it cannot be confined', async () => {
    const bare = await openSandbox({ ffmpeg: join(dir, 'missing'), ffprobe: join(dir, 'missing') }, dir)

    expect(bare).toEqual({
      ffprobe: [join(dir, 'missing')],
      ffmpeg: join(dir, 'missing'),
      measures: [],
      missing: ['limits', 'no network', 'own session', 'dies with the worker'],
    })
  })
})
