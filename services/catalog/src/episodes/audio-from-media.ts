import { GetMedia, LinkMedia } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { askService } from '@griot/service-kit/ask-service'
import { AppError, conflict } from '@griot/service-kit/errors'

// Two questions in one request must both fit in what the gateway waits for an answer.
const PATIENCE_MS = 2_000

/** Who asks: the caller's own token, passed on. */
interface Asking {
  token: string
  requestId: string
}

/** Media, asked in the caller's name: it knows whose the files are, and it owns the links. */
export const audioFromMedia = (url: string, { token, requestId }: Asking) => {
  const options = { url, token, requestId, timeoutMs: PATIENCE_MS }
  return {
    /** A file that an episode may play: one that is ready, or that may become so where the episode can wait. */
    async usableFile(id: string, { mayWait }: { mayWait: boolean }): Promise<MediaFile> {
      const file = await askService(options, GetMedia, { params: { id } })
      if (file === undefined) throw noSuchFile()
      if (file.status === 'failed') {
        throw conflict('media.not_ready', 'That audio file could not be processed. Please upload it again.')
      }
      if (file.status === 'processing' && !mayWait) {
        throw conflict('media.not_ready', 'That audio file is still being processed. Please try again in a moment.')
      }
      return file
    },
    async link(episodeId: string, mediaFileId: string, { mayWait }: { mayWait: boolean }) {
      const body = { mediaFileId, whenReady: mayWait }
      const link = await askService(options, LinkMedia, { params: { episodeId }, body })
      if (link === undefined) throw noSuchFile()
    },
  }
}

const noSuchFile = () => new AppError(404, 'media.not_found', 'We could not find that audio file.')
