import { pathFor } from '@griot/contracts/endpoint'
import {
  DeleteMedia,
  GetMedia,
  GetMediaTimeline,
  LinkMedia,
  ListUserMedia,
  RenameMedia,
  ReplaceMedia,
  RetryMedia,
  UploadMedia,
  WatchMedia,
} from '@griot/contracts/media/files'
import { RemoveMedia } from '@griot/contracts/media/moderation'
import { AskRendition, ChooseDelivery, RemoveRendition } from '@griot/contracts/media/renditions'
import { GetMediaArtwork, GetMediaPeaks, StreamMedia } from '@griot/contracts/media/streaming'
import {
  CancelQueueBulk,
  CancelQueueItem,
  GetQueue,
  GetQueueActivity,
  GetQueueBulk,
  GetQueueItem,
  ListQueueAuditLog,
  ListQueueBulks,
  PauseQueue,
  ResumeQueue,
  RetryFailedMedia,
  RetryQueueItem,
  StartQueueBulk,
  WatchQueue,
} from '@griot/contracts/queue'
import {
  CancelUpload,
  ContinueUpload,
  CreateUpload,
  GetStorage,
  GetUploadOffset,
  ListUploads,
  TUS_VERSION,
} from '@griot/contracts/uploads'
import { expect } from 'vitest'
import {
  type AccessRequest,
  type AccessRow,
  adminOnly,
  each,
  hostOnly,
  ofHost,
  ofNewRecording,
  ofRecording,
  ownerAndAdmin,
  type Prepare,
  readers,
  withoutSubject,
} from './access-team.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const TUS = { 'tus-resumable': TUS_VERSION }
const newUpload = {
  ...TUS,
  'upload-length': '100',
  'upload-metadata': `filename ${base64('loom.mp3')},filetype ${base64('audio/mpeg')}`,
}

/** A new unfinished upload of the host. */
const ofUpload =
  (request: AccessRequest = {}): Prepare =>
  async ({ host }) => {
    const begun = await host.fetch(CreateUpload.path, { method: 'POST', headers: newUpload })
    return {
      ...request,
      headers: { ...TUS, ...request.headers },
      params: { id: begun.headers.get('location')?.split('/').at(-1) },
    }
  }

const replacing: Prepare = async (team) => {
  const { id: mediaFileId } = await team.uploadRecording()
  return ofNewRecording({ body: { mediaFileId } })(team)
}

/** A recording of the host and a draft of the show. */
const linking: Prepare = async ({ draft, recording }) => ({
  params: { episodeId: (await draft()).id },
  body: { mediaFileId: recording.id },
})

/** A recording that only a draft plays. */
const ofDraftRecording: Prepare = async ({ draft, recording }) => {
  await draft(recording.id)
  return { params: { id: recording.id } }
}

/** An action of the host on many files. */
const ofBulk: Prepare = async ({ host, uploadRecording }) => {
  const { id } = await uploadRecording()
  const bulk = await host.call(StartQueueBulk, { body: { action: 'cancel', mediaFileIds: [id] } })
  return { params: { id: bulk.id } }
}

/** An action that has ended. */
const ofCanceledBulk: Prepare = async (team) => {
  const request = await ofBulk(team)
  const canceled = await team.host.fetch(pathFor(CancelQueueBulk, request), { method: 'POST' })
  expect([200, 409]).toContain(canceled.status)
  return request
}

const bulkOfNewRecording: Prepare = async ({ uploadRecording }) => ({
  body: { action: 'cancel', mediaFileIds: [(await uploadRecording()).id] },
})

export const MEDIA_ROWS: readonly AccessRow[] = [
  [ListUserMedia, ofHost(), hostOnly(200, 403)],
  [UploadMedia, withoutSubject({ form: 'audio' }), each(201)],
  [GetMedia, ofRecording(), ownerAndAdmin(200)],
  [GetMediaTimeline, ofRecording(), ownerAndAdmin(200)],
  [GetMediaArtwork, ofRecording(), hostOnly(404)],
  [GetMediaPeaks, ofDraftRecording, readers(200, 404)],
  [StreamMedia, ofDraftRecording, readers(200, 404)],
  [RenameMedia, ofRecording({ body: { originalName: 'warp.mp3' } }), ownerAndAdmin(200)],
  [LinkMedia, linking, [401, 404, 403, 404, 404, 201, 404]],
  [AskRendition, ofRecording(), ownerAndAdmin(202)],
  [ChooseDelivery, ofRecording({ body: { delivers: 'original' } }), ownerAndAdmin(200)],
  [RemoveRendition, ofRecording(), ownerAndAdmin(200)],
  [ReplaceMedia, replacing, ownerAndAdmin(409)],
  [RetryMedia, ofRecording(), ownerAndAdmin(409)],
  [DeleteMedia, ofNewRecording(), ownerAndAdmin(200)],
  [RemoveMedia, ofNewRecording({ body: { reason: 'Copyright.' } }), adminOnly(200)],
  [WatchMedia, withoutSubject(), each(200)],
  [ListUploads, withoutSubject(), each(200)],
  [GetStorage, withoutSubject(), each(200)],
  [CreateUpload, withoutSubject({ headers: newUpload }), each(201)],
  [GetUploadOffset, ofUpload(), hostOnly(200)],
  [
    ContinueUpload,
    ofUpload({ bytes: 'ID3', headers: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' } }),
    hostOnly(204),
  ],
  [CancelUpload, ofUpload(), hostOnly(204)],
  [GetQueue, withoutSubject(), each(200)],
  [WatchQueue, withoutSubject(), each(200)],
  [GetQueueActivity, withoutSubject(), each(200)],
  [ListQueueBulks, withoutSubject(), each(200)],
  [GetQueueBulk, ofBulk, ownerAndAdmin(200)],
  [CancelQueueBulk, ofCanceledBulk, ownerAndAdmin(409)],
  [StartQueueBulk, bulkOfNewRecording, [401, 409, 409, 409, 409, 202, 202]],
  [GetQueueItem, ofRecording(), ownerAndAdmin(200)],
  [RetryQueueItem, ofRecording(), ownerAndAdmin(409)],
  [CancelQueueItem, ofRecording(), ownerAndAdmin(409)],
  [RetryFailedMedia, withoutSubject(), each(202)],
  [ListQueueAuditLog, withoutSubject(), adminOnly(200)],
  [PauseQueue, withoutSubject(), adminOnly(200)],
  [ResumeQueue, withoutSubject(), adminOnly(200)],
]
