import { COVER_SIZES, DeletePodcastCover, GetUploadedCover, UploadPodcastCover } from '@griot/contracts/catalog/covers'
import { DeleteCreatorPortrait, GetUploadedPortrait, UploadCreatorPortrait } from '@griot/contracts/catalog/portraits'
import type { ResponseOf } from '@griot/contracts/endpoint'
import { Id, IdParams } from '@griot/contracts/values'
import { inTransaction, type Tx } from '@griot/service-kit/db/db'
import { notFound, orNotFound, unauthenticated } from '@griot/service-kit/http/errors'
import { send } from '@griot/service-kit/http/responses'
import { on, onStream } from '@griot/service-kit/http/route'
import { discardRest } from '@griot/service-kit/http/upload-form'
import type { Caller } from '@griot/service-kit/identity/identity'
import { ObjectMissing } from '@griot/service-kit/objects/object-store'
import { z } from 'zod'
import type { Catalog } from '../catalog.ts'
import { findPicture, type PictureKind, setPicture } from './pictures.queries.ts'
import { pictureKey, uploadPicture } from './upload-picture.ts'

const KINDS = {
  cover: { owner: 'podcast', get: GetUploadedCover, upload: UploadPodcastCover, remove: DeletePodcastCover },
  portrait: {
    owner: 'creator',
    get: GetUploadedPortrait,
    upload: UploadCreatorPortrait,
    remove: DeleteCreatorPortrait,
  },
} as const

/** Of a picture that only members and admins may see. */
export const HIDDEN_CACHING = 'private, no-store'

type Owner = ResponseOf<(typeof KINDS)[PictureKind]['remove']>

const Address = z.object({ id: Id, pictureId: Id, size: z.enum(COVER_SIZES) })

interface PictureRules {
  /** Returns undefined or throws for a podcast or creator that the user may not change. */
  findOwner(id: string, user: Caller): Promise<Owner | undefined>
  /** Records the change of the picture in its transaction. */
  onChange?(tx: Tx, id: string, user: Caller): Promise<void>
  /** Whether the user may see the picture of a hidden podcast or creator. */
  mayReadHidden(id: string, user: Caller | null): Promise<boolean>
}

/** Routes that show, upload and remove the picture of a podcast or of a creator. */
export const pictureRoutes = (
  { db, store }: Pick<Catalog, 'db' | 'store'>,
  kind: PictureKind,
  { findOwner, onChange, mayReadHidden }: PictureRules,
) => {
  const { owner, get, upload, remove } = KINDS[kind]
  const ownerOrThrow = async (id: string, user: Caller) => orNotFound(await findOwner(id, user), owner)

  return [
    onStream(get, async (context) => {
      const address = Address.safeParse({ ...context.params, pictureId: context.params[`${kind}Id`] })
      if (!address.success) throw notFound(kind)
      const { id, pictureId, size } = address.data
      const { isHidden } = orNotFound(await findPicture(db, kind, id, pictureId), kind)
      if (isHidden && !(await mayReadHidden(id, context.state.user))) throw notFound(kind)
      const stream = await store.read(pictureKey(pictureId, size)).catch((error: unknown) => {
        throw error instanceof ObjectMissing ? notFound(kind) : error
      })
      context.set({
        'cache-control': isHidden ? HIDDEN_CACHING : 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      context.type = 'image/webp'
      context.body = stream
    }),

    onStream(upload, async (context) => {
      const { user, log } = context.state
      if (user === null) throw unauthenticated()
      const params = IdParams.safeParse(context.params)
      const { id } = await (params.success
        ? ownerOrThrow(params.data.id, user)
        : Promise.reject(notFound(owner))
      ).catch((error: unknown) => {
        discardRest(context.req)
        throw error
      })
      await uploadPicture({ db, store }, context.req, {
        kind,
        ownerId: id,
        userId: user.id,
        onChange: async (tx) => onChange?.(tx, id, user),
      })
      log.info({ [`${owner}Id`]: id, userId: user.id }, `${kind} uploaded`)
      send(upload, context, await ownerOrThrow(id, user))
    }),

    on(remove, async ({ user, params: { id }, log }) => {
      await ownerOrThrow(id, user)
      await inTransaction(db, async (tx) => {
        await setPicture(tx, kind, id, null)
        await onChange?.(tx, id, user)
      })
      log.info({ [`${owner}Id`]: id, userId: user.id }, `${kind} removed`)
      return ownerOrThrow(id, user)
    }),
  ]
}
