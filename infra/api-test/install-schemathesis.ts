import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onPath } from '@griot/service-kit/files/find-program'
import { root } from '../start/config.ts'
import { installByApt } from '../testing/apt.ts'

const run = promisify(execFile)

/** With the hash of every package: `pip-compile --generate-hashes`. */
const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url))

const hash = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 16)
const folder = join(root, 'node_modules', '.cache', 'griot', `schemathesis-${hash}`)
const program = join(folder, 'bin', 'schemathesis')

const lastLine = (error: unknown) => {
  const { stderr, message } = error as { stderr?: string; message: string }
  return (stderr || message).trim().split('\n').at(-1)?.replace(/\.$/, '')
}

/** Installs Schemathesis into a virtual environment of Python, once. Returns its path, or the reason why that is not possible. */
export const installSchemathesis = async (): Promise<{ path: string } | { reason: string }> => {
  if (existsSync(program)) return { path: program }
  try {
    if ((await onPath('python3')) === undefined) await installByApt(['python3', 'python3-venv'], 'Python 3')
    const python = await onPath('python3')
    if (python === undefined) return { reason: 'Python 3 is not installed' }
    const create = () => run(python, ['-m', 'venv', '--clear', folder])
    // Debian has `venv` in a package of its own.
    await create().catch(async (error: unknown) => {
      if (!(await installByApt(['python3-venv'], 'venv of Python 3'))) throw error
      await create()
    })
    const options = ['--quiet', '--disable-pip-version-check', '--only-binary', ':all:', '--require-hashes']
    await run(join(folder, 'bin', 'pip'), ['install', ...options, '-r', REQUIREMENTS])
    return { path: program }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    return { reason: `Schemathesis could not be installed: ${lastLine(error)}` }
  }
}
