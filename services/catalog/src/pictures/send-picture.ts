import { GetUploadedCover } from '@griot/contracts/catalog/covers'
import type { Context } from '@griot/service-kit/context'
import { notFound } from '@griot/service-kit/errors'
import { ObjectMissing, type ObjectStore } from '@griot/service-kit/objects/object-store'
import { type PictureSize, pictureKey } from './picture-key.ts'
import type { PictureKind } from './pictures.queries.ts'

interface StoredPicture {
  kind: PictureKind
  pictureId: string
  size: PictureSize
}

export const sendPicture = async (context: Context, store: ObjectStore, { kind, pictureId, size }: StoredPicture) => {
  const stream = await store.read(pictureKey(pictureId, size)).catch((error: unknown) => {
    throw error instanceof ObjectMissing ? notFound(kind) : error
  })
  context.set({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  context.type = GetUploadedCover.answers
  context.status = 200
  context.body = stream
}
