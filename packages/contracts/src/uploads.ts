import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { MAX_UPLOAD_BYTES } from './media/audio-types.ts'
import { Id, IdParams, Timestamp } from './values.ts'

/** The version of the tus protocol that resumable uploads speak (https://tus.io/protocols/resumable-upload). */
export const TUS_VERSION = '1.0.0'

/** A body may be longer than its file by the boundaries and headers of a form; a longer one is refused unread. */
export const MAX_UPLOAD_BODY_BYTES = MAX_UPLOAD_BYTES + 64 * 1024

/** As many of one person's uploads may be sending bytes at the same moment; one more is answered 429. */
export const UPLOADS_AT_ONCE = 4

/** An upload that has begun and is not whole yet. */
export const OpenUpload = z.object({
  id: Id.describe('Also the id of the media file that it becomes.'),
  originalName: z.string(),
  mimeType: z.string(),
  fileSize: z.number().int().describe('In bytes, as announced.'),
  receivedBytes: z.number().int().describe('That have arrived: where it goes on.'),
  startedAt: Timestamp,
  expiresAt: Timestamp.describe('Until then it may be continued; every byte that arrives moves it.'),
})
export type OpenUpload = z.infer<typeof OpenUpload>

/** How much of their room a person uses. */
export const StorageUse = z.object({
  usedBytes: z.number().int().describe('Of all files, unfinished uploads included at their announced size.'),
  mostBytes: z.number().int().nullable().describe('Null when there is no limit.'),
  usedFiles: z.number().int().describe('Files and unfinished uploads.'),
  mostFiles: z.number().int().nullable().describe('Null when there is no limit.'),
})
export type StorageUse = z.infer<typeof StorageUse>

const TUS_HEADER = { 'Tus-Resumable': `The version of the protocol: \`${TUS_VERSION}\`.` }
const OFFSET = 'How many bytes have arrived.'

export const CreateUpload = {
  method: 'POST',
  path: '/api/media/uploads',
  access: 'user',
  summary:
    'Begins an upload that can be continued after a lost connection, by the tus protocol. What it becomes is a media file with the same id.',
  status: 201,
  requestHeaders: {
    ...TUS_HEADER,
    'Upload-Length': 'Size of the file in bytes.',
    'Upload-Metadata': '`filename` and `filetype`, each in base64: `filename ZS5tcDM=,filetype YXVkaW8vbXBlZw==`.',
  },
  responseHeaders: { Location: 'Where its bytes are sent to.', 'Upload-Expires': 'Until then it may be continued.' },
  response: z.unknown(),
  isEmpty: true,
  also: {
    400: 'The file is empty, has no name, or its size is not announced.',
    412: 'That version of the protocol is not spoken here.',
    413: 'The file is larger than 100 MB, or than the room that is left (`storage.quota_reached`).',
    415: 'The file is none of the types we take.',
    507: 'There is no room for it on our side.',
  },
} as const satisfies Endpoint

export const GetUploadOffset = {
  method: 'HEAD',
  path: '/api/media/uploads/:id',
  access: 'user',
  summary: 'How much of an upload has arrived. Once that is all of it, there is a media file with the same id.',
  params: IdParams,
  requestHeaders: TUS_HEADER,
  responseHeaders: { 'Upload-Offset': OFFSET, 'Upload-Length': 'Size of the file in bytes.' },
  response: z.unknown(),
  isEmpty: true,
  also: { 410: 'It was not continued in time.' },
} as const satisfies Endpoint

export const ContinueUpload = {
  method: 'PATCH',
  path: '/api/media/uploads/:id',
  access: 'user',
  summary: 'Sends the bytes of an upload from where it stands, up to its end if nothing comes in between.',
  params: IdParams,
  status: 204,
  requestHeaders: { ...TUS_HEADER, 'Upload-Offset': 'Where these bytes begin: what has arrived before.' },
  responseHeaders: { 'Upload-Offset': OFFSET, 'Upload-Expires': 'Until then it may be continued.' },
  takes: 'application/offset+octet-stream',
  response: z.unknown(),
  also: {
    408: 'The upload was too slow. What has arrived stays, so it can be continued.',
    409: 'It stands elsewhere: ask where, and go on from there.',
    410: 'It was not continued in time.',
    413: 'These are more bytes than were announced.',
    415: 'The body has another type.',
    507: 'There is no room for it on our side, and what has arrived may be gone: ask before going on.',
  },
} as const satisfies Endpoint

export const CancelUpload = {
  method: 'DELETE',
  path: '/api/media/uploads/:id',
  access: 'user',
  summary: 'Gives an unfinished upload up, and its bytes with it.',
  params: IdParams,
  status: 204,
  requestHeaders: TUS_HEADER,
  response: z.unknown(),
  also: { 409: 'It is whole already: what it has become is deleted as a media file.' },
} as const satisfies Endpoint

export const ListUploads = {
  method: 'GET',
  path: '/api/media/uploads',
  access: 'user',
  summary: "One's own unfinished uploads, newest first: whoever has the file can go on.",
  response: z.array(OpenUpload),
} as const satisfies Endpoint

export const GetStorage = {
  method: 'GET',
  path: '/api/media/storage',
  access: 'user',
  summary: 'How much room one uses, and how much there is.',
  response: StorageUse,
} as const satisfies Endpoint
