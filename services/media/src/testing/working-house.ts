import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetMedia } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { findBinaries } from '@griot/service-kit/ffmpeg'
import type { Person } from '@griot/service-kit/testing/identity'
import { expect, vi } from 'vitest'
import { openSandbox } from '../processing/sandbox.ts'
import { startWorker } from '../processing/start-worker.ts'
import { openWorkspace } from '../processing/workspace.ts'
import { formOf, type House, log, openHouse, upload } from './house.ts'

export interface WorkingHouse extends House {
  workDir: string
  /** Folders of jobs that are there right now. */
  leftInWorkspace(): Promise<string[]>
  /** Uploads for somebody and answers the file when it is neither waiting nor being worked on. */
  processed(who: Person, bytes: Uint8Array<ArrayBuffer> | Buffer, name?: string, type?: string): Promise<MediaFile>
  /** The file as soon as it is as expected. */
  seen(who: Person, id: string, expected: object): Promise<MediaFile>
}

/** A house with a worker in it. */
export const openWorkingHouse = async (...given: Parameters<typeof openHouse>): Promise<WorkingHouse> => {
  const house = await openHouse(...given)
  const workDir = await mkdtemp(join(tmpdir(), 'griot-test-work-'))
  const workspace = await openWorkspace(workDir)
  const sandbox = await openSandbox(await findBinaries(process.env, workspace.dir), workspace.dir)
  const { database, store, queueing } = house
  const worker = startWorker({ db: database.db, store, queueing, workspace, sandbox, log, outbox: house.startOutbox() })

  const seen = (who: Person, id: string, expected: object) =>
    vi.waitFor(
      async () => {
        const file = await house.service.as(who).call(GetMedia, { params: { id } })
        expect(file).toMatchObject(expected)
        return file
      },
      { timeout: 30_000, interval: 30 },
    )

  return {
    ...house,
    workDir,
    leftInWorkspace: async () => (await readdir(workspace.dir)).filter((name) => name.startsWith('job-')),
    seen,
    async processed(who, bytes, name = 'episode.mp3', type = 'audio/mpeg') {
      const { id } = await upload(house.service.as(who), formOf(bytes, name, type))
      return seen(who, id, { status: expect.not.stringMatching('processing') })
    },
    async close() {
      await worker.close()
      await house.close()
      await workspace.close()
      await rm(workDir, { recursive: true, force: true })
    },
  }
}
