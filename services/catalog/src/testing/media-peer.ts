import { randomUUID } from 'node:crypto'
import { GetEpisode } from '@griot/contracts/catalog/episodes'
import type { ResponseOf } from '@griot/contracts/endpoint'
import { GetMedia, LinkMedia } from '@griot/contracts/media/files'
import { createApp } from '@griot/service-kit/http/app'
import { callService } from '@griot/service-kit/http/call-service'
import { conflict, notFound } from '@griot/service-kit/http/errors'
import { on } from '@griot/service-kit/http/route'
import type { VerifyIdentity } from '@griot/service-kit/identity/identity'
import { createLog } from '@griot/service-kit/log/log'
import type { Person } from '@griot/service-kit/testing/identity'

type FileOfOwner = ResponseOf<typeof GetMedia>

/** Implements the part of media’s contract that catalog calls: files with owner and state, and links. */
export const createMediaPeer = (catalogUrl: () => string) => {
  const files = new Map<string, { owner: string; file: FileOfOwner }>()
  const media = {
    links: [] as { episodeId: string; mediaFileId: string }[],
    /** Called before a link is stored. */
    onLink: async (): Promise<void> => {},
    reset() {
      media.links = []
      media.onLink = async () => {}
    },
    file(owner: Person, about: Partial<FileOfOwner> = {}) {
      const file = { ...READY, id: randomUUID(), ...about }
      files.set(file.id, { owner: owner.id, file })
      return file
    },
    peer: (verify: VerifyIdentity) =>
      createApp({
        verify,
        log: createLog('media', 'silent'),
        routes: [
          on(GetMedia, ({ user, params }) => {
            const known = files.get(params.id)
            if (known?.owner !== user.id) throw notFound('media')
            return known.file
          }),
          on(LinkMedia, async ({ user, token, params, body }) => {
            const episode = await callService({ url: catalogUrl(), token }, GetEpisode, {
              params: { id: params.episodeId },
            })
            if (episode?.hostId !== user.id) throw notFound('episode')
            const isReady = files.get(body.mediaFileId)?.file.status === 'ready'
            if (!isReady && !body.whenReady) throw conflict('media.not_ready', 'Not yet.')
            await media.onLink()
            media.links.push({ episodeId: params.episodeId, mediaFileId: body.mediaFileId })
            return { episodeId: params.episodeId, ...body }
          }),
        ],
      }),
  }
  return media
}

const READY: Omit<FileOfOwner, 'id'> = {
  originalName: 'susu.mp3',
  mimeType: 'audio/mpeg',
  fileSize: 480_000,
  duration: 31,
  promisedDuration: null,
  isCutOff: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  status: 'ready',
  progress: null,
  failure: null,
  isHopeless: false,
  format: 'mp3',
  codec: 'mp3',
  bitrate: 128_000,
  sampleRate: 44_100,
  channels: 2,
  sound: null,
  episodeIds: [],
  suggestions: null,
  rendition: null,
  delivers: 'original',
  replacement: null,
}
