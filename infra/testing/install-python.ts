import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onPath } from '@griot/service-kit/files/find-program'
import { root } from '../start/config.ts'
import { installByApt } from './apt.ts'

const run = promisify(execFile)

const lastLine = (error: unknown) => {
  const { stderr, message } = error as { stderr?: string; message: string }
  return (stderr || message).trim().split('\n').at(-1)?.replace(/\.$/, '')
}

interface Packages {
  /** The name of the folder in the cache, and of the packages in messages. */
  name: string
  title: string
  /** A file with the hash of every package: `pip-compile --generate-hashes`. */
  requirements: string
}

/**
 * Installs packages into a virtual environment of Python, once. Returns the folder with its programs, or the reason why that
 * is not possible.
 */
export const installPython = async ({
  name,
  title,
  requirements,
}: Packages): Promise<{ path: string } | { reason: string }> => {
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16)
  const folder = join(root, 'node_modules', '.cache', 'griot', `${name}-${hash}`)
  const programs = join(folder, 'bin')
  const complete = join(folder, 'complete')
  if (existsSync(complete)) return { path: programs }
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
    await run(join(programs, 'pip'), ['install', ...options, '-r', requirements])
    writeFileSync(complete, '')
    return { path: programs }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    return { reason: `${title} could not be installed: ${lastLine(error)}` }
  }
}
