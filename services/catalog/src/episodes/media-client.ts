import type { Endpoint, ResponseOf } from '@griot/contracts/endpoint'
import { GetMedia, LinkMedia } from '@griot/contracts/media/files'
import { callService } from '@griot/service-kit/http/call-service'
import { AppError, conflict } from '@griot/service-kit/http/errors'
import type { Call } from '@griot/service-kit/http/parse-request'

// Two calls must fit into the gateway's timeout.
const TIMEOUT_MS = 2_000

/** Calls the media service with the caller's token. Media checks who owns a file and stores the links. */
export const mediaClient = (url: string, { token, requestId }: Pick<Call<Endpoint>, 'token' | 'requestId'>) => {
  const options = { url, token, requestId, timeoutMs: TIMEOUT_MS }
  return {
    /** The caller's file. Throws 409 if it failed, or is still processing and the episode cannot wait for it. */
    async usableFile(id: string, { mayWait }: { mayWait: boolean }): Promise<ResponseOf<typeof GetMedia>> {
      const file = await callService(options, GetMedia, { params: { id } })
      if (file === undefined) throw fileNotFound()
      if (file.status === 'failed') {
        throw conflict('media.failed', 'That audio file could not be processed. Please upload it again.')
      }
      if (file.status === 'processing' && !mayWait) {
        throw conflict('media.not_ready', 'That audio file is still being processed. Please try again in a moment.')
      }
      return file
    },
    async link(episodeId: string, mediaFileId: string, { mayWait }: { mayWait: boolean }) {
      const input = { params: { episodeId }, body: { mediaFileId, whenReady: mayWait } }
      if ((await callService(options, LinkMedia, input)) === undefined) throw fileNotFound()
    },
  }
}

/** True if media has refused the request; after another error the link may exist. */
export const isRefusal = (error: unknown) => error instanceof AppError && error.status < 500

const fileNotFound = () => new AppError(404, 'media.not_found', 'We could not find that audio file.')
