import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBinaries } from './ffmpeg.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'

const run = promisify(execFile)
const SECRET = 'secret of the worker'
// CPU seconds, memory, open files, file size in blocks of 512 bytes, processes.
const LIMITS = 'ulimit -t; ulimit -v; ulimit -n; ulimit -f; ulimit -p'

let dir: string
let jobDir: string
let sandbox: Sandbox

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'griot-test-sandbox-'))
  // A shell in the place of ffmpeg reports what confines it. `-version` must succeed, as it does for ffmpeg.
  const shell = join(dir, "shell's")
  await writeFile(shell, '#!/bin/sh\n[ "$1" = -version ] || exec /bin/sh "$@"\n', { mode: 0o755 })
  await chmod(dir, 0o755)
  sandbox = await openSandbox({ ffmpeg: shell, ffprobe: shell }, dir)
  jobDir = join(dir, 'job')
  await mkdir(jobDir, { mode: 0o700 })
  if (sandbox.uid !== null) await chown(jobDir, sandbox.uid, sandbox.uid)
  await writeFile(join(dir, 'secret'), SECRET, { mode: 0o644 })
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const inForce = (name: string) => sandbox.measures.includes(name)
/** Runs a script in the place of ffmpeg and returns the lines of its output. */
const ffmpeg = async (script: string) => {
  const { stdout } = await run(sandbox.ffmpeg, ['-c', script], { cwd: jobDir })
  return stdout.trim().split('\n')
}

const isRoot = process.getuid?.() === 0
const OTHER_UID = 60_950
/** Whether a command succeeds, independently of the sandbox. */
const succeeds = (file: string, args: string[], options = {}) =>
  run(file, args, options).then(
    () => true,
    () => false,
  )
const mayMount = await succeeds('unshare', ['-m', 'true'])
const asOther = { uid: OTHER_UID, gid: OTHER_UID, env: { PATH: process.env.PATH, HOME: tmpdir() } }
const source = new URL('sandbox.ts', import.meta.url)
// The checkout may be in a folder that only root can read.
const mayMountAsOther =
  isRoot &&
  (await succeeds('unshare', ['-r', '-m', 'true'], asOther)) &&
  (await succeeds('test', ['-r', fileURLToPath(source)], asOther))

describe('the sandbox', () => {
  it.runIf(isRoot && mayMount)('has every measure when root starts it on a machine with namespaces', () => {
    expect(sandbox.missing).toEqual([])
    expect(sandbox.measures).toEqual(expect.arrayContaining(['own files', 'own user', 'process limit', 'no network']))
  })

  it.runIf(mayMountAsOther)('limits the processes of another user than root in a namespace of its own', async () => {
    const folder = await mkdtemp(join(dir, 'other-'))
    await chown(folder, OTHER_UID, OTHER_UID)
    const shell = join(folder, 'shell')
    await writeFile(shell, '#!/bin/sh\n[ "$1" = -version ] || exec /bin/sh "$@"\n', { mode: 0o755 })
    const script = `
      const { openSandbox } = await import(${JSON.stringify(source.href)})
      console.log(JSON.stringify(await openSandbox({ ffmpeg: '${shell}', ffprobe: '${shell}' }, '${folder}')))`
    const node = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script]
    const other = JSON.parse((await run(process.execPath, node, { ...asOther, cwd: folder })).stdout) as Sandbox
    const { stdout } = await run(other.ffmpeg, ['-c', 'ulimit -p'], { ...asOther, cwd: folder })

    expect(other).toMatchObject({ uid: null, missing: [] })
    expect(stdout).toBe('256\n')
  })

  it('limits CPU time, memory, open files, the size of files, and processes', async () => {
    const [cpu, memory, files, blocks, processes] = await ffmpeg(LIMITS)

    if (inForce('limits')) expect([cpu, memory, files, blocks]).toEqual(['7200', '781250', '64', '3125000'])
    if (inForce('process limit')) expect(processes).toBe('256')
  })

  it('gives ffprobe less CPU time than ffmpeg, and lets it write no file', async () => {
    const { stdout } = await run(sandbox.ffprobe, ['-c', LIMITS], { cwd: jobDir })
    const [cpu, , , blocks] = stdout.split('\n')

    if (inForce('limits')) expect([cpu, blocks]).toEqual(['2', '0'])
  })

  it('gives the program no variable of the worker', async () => {
    const names = await ffmpeg('env | cut -d= -f1')

    // The shell sets these two itself.
    if (inForce('empty environment')) expect(names.filter((name) => !['PWD', 'OLDPWD', '_'].includes(name))).toEqual([])
  })

  it('runs the program as another user without privileges', async () => {
    const [user] = await ffmpeg('id -u')

    if (sandbox.uid !== null) expect(user).toBe(String(sandbox.uid))
    expect(sandbox.uid !== null).toBe(inForce('own user'))
    expect([...sandbox.measures, ...sandbox.missing].includes('own user')).toBe(isRoot)
  })

  it('shows the program only the job folder and the programs of the system', async () => {
    await writeFile(join(jobDir, 'input'), 'input', { mode: 0o644 })
    const script = `cat input; cat ${join(dir, 'secret')} || echo ' no secret'; echo written > output; ls /proc | head -n 1`
    const [first, ...rest] = await ffmpeg(script)

    expect(await readFile(join(jobDir, 'output'), 'utf8')).toBe('written\n')
    if (inForce('own files')) expect([first, ...rest]).toEqual(['input no secret'])
    else expect(first).toBe(`input${SECRET}`)
  })

  it('starts the program in a session and a network of its own, without another process', async () => {
    const program = spawn(sandbox.ffmpeg, ['-c', 'echo started; read -r line'], { cwd: jobDir })
    await once(program.stdout, 'data')
    const status = await readFile(`/proc/${program.pid}/stat`, 'utf8')
    const network = await readlink(`/proc/${program.pid}/ns/net`)
    program.stdin.end('end\n')
    await once(program, 'exit')

    if (inForce('own session')) expect(status.split(' ')[5]).toBe(String(program.pid))
    if (inForce('no network')) expect(network).not.toBe(await readlink('/proc/self/ns/net'))
  })

  it('does not let ffmpeg read a file outside of the job folder', async () => {
    const real = await openSandbox(await findBinaries(process.env), dir)
    const copy = (input: string) =>
      run(
        real.ffmpeg,
        ['-v', 'error', '-y', '-f', 'data', '-i', input, '-map', '0', '-c', 'copy', '-f', 'data', 'copied'],
        { cwd: jobDir },
      )

    await copy('file:./input')
    expect(await readFile(join(jobDir, 'copied'), 'utf8')).toBe('input')
    if (real.measures.includes('own files')) {
      await expect(copy(`file:${join(dir, 'secret')}`)).rejects.toThrow(/No such file/)
      await expect(copy('file:/etc/passwd')).rejects.toThrow(/No such file/)
      await expect(copy('file:/proc/self/environ')).rejects.toThrow(/No such file/)
    }
  })

  it('runs the bare program when it cannot be confined', async () => {
    const bare = await openSandbox({ ffmpeg: join(dir, 'missing'), ffprobe: join(dir, 'missing') }, dir)

    expect(bare).toMatchObject({ ffprobe: join(dir, 'missing'), ffmpeg: join(dir, 'missing'), uid: null, measures: [] })
    expect(bare.missing).toEqual(
      expect.arrayContaining(['limits', 'process limit', 'no network', 'own files', 'empty environment']),
    )
  })
})
