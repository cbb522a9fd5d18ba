import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetMedia } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { findBinaries } from '@griot/service-kit/audio/ffmpeg'
import { openSandbox } from '@griot/service-kit/audio/sandbox'
import type { Person } from '@griot/service-kit/testing/identity'
import { expect, vi } from 'vitest'
import { openWorkspace } from '../jobs/workspace.ts'
import { startWorker } from '../worker/start-worker.ts'
import { formOf, type Harness, log, openHarness, upload } from './harness.ts'

export interface WorkerHarness extends Harness {
  workDir: string
  /** The work folders of running jobs. */
  jobFolders(): Promise<string[]>
  /** Uploads a file and returns it after processing. */
  uploadAndProcess(
    who: Person,
    bytes: Uint8Array<ArrayBuffer> | Buffer,
    name?: string,
    type?: string,
  ): Promise<MediaFile>
  /** Waits until the file matches, and returns it. */
  waitForFile(who: Person, id: string, expected: object): Promise<MediaFile>
}

/** A harness that also runs a worker. */
export const openWorkerHarness = async (...args: Parameters<typeof openHarness>): Promise<WorkerHarness> => {
  const harness = await openHarness(...args)
  const workDir = await mkdtemp(join(tmpdir(), 'griot-test-work-'))
  const workspace = await openWorkspace(workDir)
  const sandbox = await openSandbox(await findBinaries(process.env), workspace.dir)
  const { database, store, queueing } = harness
  const worker = startWorker({
    db: database.db,
    store,
    queueing,
    workspace,
    sandbox,
    log,
    outbox: harness.startOutbox(),
  })

  const waitForFile = (who: Person, id: string, expected: object) =>
    vi.waitFor(
      async () => {
        const file = await harness.service.as(who).call(GetMedia, { params: { id } })
        expect(file).toMatchObject(expected)
        return file
      },
      // A poll costs about 5 ms of CPU in the client, the service and PostgreSQL.
      { timeout: 30_000, interval: 150 },
    )

  return {
    ...harness,
    workDir,
    jobFolders: async () => (await readdir(workspace.dir)).filter((name) => name.startsWith('job-')),
    waitForFile,
    async uploadAndProcess(who, bytes, name = 'episode.mp3', type = 'audio/mpeg') {
      const { id } = await upload(harness.service.as(who), formOf(bytes, name, type))
      return waitForFile(who, id, { status: expect.not.stringMatching('processing') })
    },
    async close() {
      await worker.close()
      await harness.close()
      await workspace.close()
      await rm(workDir, { recursive: true, force: true })
    },
  }
}
