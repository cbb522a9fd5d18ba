import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWorkspace } from './workspace.ts'

let parent: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'griot-test-work-'))
})
afterEach(() => rm(parent, { recursive: true, force: true }))

describe('the workspace of a worker', () => {
  it('provides private folders and removes them, also if the work fails', async () => {
    const workspace = await openWorkspace(parent)
    const work = workspace.withFolder(async (dir) => {
      await writeFile(join(dir, 'recording'), 'sound')
      expect((await stat(dir)).mode & 0o077).toBe(0)
      throw new Error('broken')
    })

    await expect(work).rejects.toThrow('broken')
    expect(await readdir(workspace.dir)).toEqual([])
    await workspace.close()
    expect(await readdir(parent)).toEqual([])
  })

  it('removes the folders of killed workers and no others', async () => {
    const gone = spawn(process.execPath, ['-e', ''])
    await once(gone, 'exit')
    await mkdir(join(parent, `griot-media-${gone.pid}-abc`, 'job-1'), { recursive: true })
    await mkdir(join(parent, `griot-media-${process.ppid}-abc`))
    await mkdir(join(parent, 'not-ours'))

    const workspace = await openWorkspace(parent)

    const left = (await readdir(parent)).map((name) => join(parent, name))
    expect(left.sort()).toEqual(
      [join(parent, `griot-media-${process.ppid}-abc`), join(parent, 'not-ours'), workspace.dir].sort(),
    )
  })
})
