import { z } from 'zod'
import { get, head, patch, post, remove } from './endpoint.ts'
import { MAX_LOSSLESS_BYTES, MAX_UPLOAD_BYTES } from './media/audio-types.ts'
import { Id, Timestamp } from './values.ts'

/** The version of the tus protocol of resumable uploads (https://tus.io/protocols/resumable-upload). */
export const TUS_VERSION = '1.0.0'

/** A form is longer than its file by boundaries and headers. */
const FORM_BYTES = 64 * 1024

/** The largest body with a file of this size. */
export const bodyBytesOf = (fileBytes: number) => fileBytes + FORM_BYTES

/** The variable `UPLOAD_MAX_BYTES` of the gateway and of media, which must be equal. */
export const UploadMaxBytes = z.coerce
  .number()
  .int()
  .min(MAX_UPLOAD_BYTES)
  .max(MAX_LOSSLESS_BYTES)
  .default(MAX_UPLOAD_BYTES)

/** The number of concurrent uploads of one user; one more gets 429. */
export const UPLOADS_AT_ONCE = 4

export const OpenUpload = z.object({
  id: Id.describe('Also the id of the media file that it becomes.'),
  originalName: z.string(),
  mimeType: z.string(),
  fileSize: z.number().int().describe('In bytes, as declared.'),
  receivedBytes: z.number().int().describe('Bytes that have arrived: the offset where it continues.'),
  startedAt: Timestamp,
  expiresAt: Timestamp.describe('Until then it may be continued. Each received byte extends it.'),
})
export type OpenUpload = z.infer<typeof OpenUpload>

export const StorageUse = z.object({
  usedBytes: z.number().int().describe('All files, and unfinished uploads at their declared size.'),
  mostBytes: z.number().int().nullable().describe('Null when there is no limit.'),
  usedFiles: z.number().int().describe('Files and unfinished uploads.'),
  mostFiles: z.number().int().nullable().describe('Null when there is no limit.'),
  losslessBytes: z
    .number()
    .int()
    .default(MAX_UPLOAD_BYTES)
    .describe('The largest accepted WAV or FLAC file in bytes. Files of other formats have at most 104857600 bytes.'),
})
export type StorageUse = z.infer<typeof StorageUse>

const TUS_HEADER = { 'Tus-Resumable': { meaning: 'The version of the protocol.', pattern: /^1\.0\.0$/ } }
const OTHER_VERSION = { 412: 'The version of the protocol is missing or not supported.' }
const OFFSET = 'The number of bytes that have arrived.'

export const CreateUpload = post('/api/media/uploads', 'user', {
  summary: 'Begins a resumable upload by the tus protocol. It becomes a media file with the same id.',
  status: 201,
  requestHeaders: {
    ...TUS_HEADER,
    'Upload-Length': { meaning: 'Size of the file in bytes.', pattern: /^[1-9][0-9]*$/ },
    'Upload-Metadata': {
      meaning: '`filename` and `filetype`, each in base64: `filename ZS5tcDM=,filetype YXVkaW8vbXBlZw==`.',
      pattern: /^[a-z]+ [A-Za-z0-9+/]+=*(,[a-z]+ [A-Za-z0-9+/]+=*)+$/,
    },
  },
  responseHeaders: { Location: 'The URL of the upload.', 'Upload-Expires': 'Until then it may be continued.' },
  isEmpty: true,
  also: {
    400: 'The file is empty, has no name, or its size is not declared.',
    ...OTHER_VERSION,
    413: 'The file is larger than accepted, or exceeds the quota (`storage.quota_reached`).',
    415: 'The file has an unsupported type.',
    507: 'The storage is full.',
  },
})

export const GetUploadOffset = head('/api/media/uploads/:id', 'user', {
  summary: 'Returns the offset of an upload. Once all bytes have arrived, a media file with the same id exists.',
  requestHeaders: TUS_HEADER,
  responseHeaders: { 'Upload-Offset': OFFSET, 'Upload-Length': 'Size of the file in bytes.' },
  isEmpty: true,
  also: { 410: 'It was not continued in time.', ...OTHER_VERSION },
})

export const ContinueUpload = patch('/api/media/uploads/:id', 'user', {
  summary: 'Sends the bytes of an upload from its offset on.',
  status: 204,
  requestHeaders: { ...TUS_HEADER, 'Upload-Offset': { meaning: 'The offset of these bytes.', pattern: /^[0-9]+$/ } },
  responseHeaders: { 'Upload-Offset': OFFSET, 'Upload-Expires': 'Until then it may be continued.' },
  requestType: 'application/offset+octet-stream',
  also: {
    408: 'The upload was too slow. The received bytes are kept, so it can be continued.',
    409: 'The offset does not match: request the offset and continue there.',
    410: 'It was not continued in time.',
    ...OTHER_VERSION,
    413: 'The body has more bytes than were declared.',
    415: 'The body has another type.',
    507: 'The storage is full, and the received bytes may be removed: request the offset before continuing.',
  },
})

export const CancelUpload = remove('/api/media/uploads/:id', 'user', {
  summary: 'Cancels an unfinished upload and removes its bytes.',
  status: 204,
  requestHeaders: TUS_HEADER,
  also: { 409: 'The upload is finished: delete the media file instead.', ...OTHER_VERSION },
})

export const ListUploads = get('/api/media/uploads', 'user', {
  summary: 'Lists the caller’s unfinished uploads, newest first.',
  response: z.array(OpenUpload),
})

export const GetStorage = get('/api/media/storage', 'user', {
  summary: 'Returns the used storage and the quota of the caller.',
  response: StorageUse,
})
