import { DeleteCreatorPortrait, GetUploadedPortrait, UploadCreatorPortrait } from '@griot/contracts/catalog/portraits'
import { IdParams } from '@griot/contracts/values'
import { inTransaction } from '@griot/service-kit/db'
import { notFound, unauthenticated } from '@griot/service-kit/errors'
import { on, onStream } from '@griot/service-kit/route'
import type { Catalog } from '../catalog.ts'
import { isPictureOf, showPicture } from '../pictures/pictures.queries.ts'
import { sendPicture } from '../pictures/send-picture.ts'
import { takePicture } from '../pictures/take-picture.ts'
import { findCreatorOf } from './creators.queries.ts'

export const portraitRoutes = ({ db, hot, store }: Pick<Catalog, 'db' | 'hot' | 'store'>) => {
  const profileOf = async (userId: string, id: string) => {
    const creator = await findCreatorOf(db, id, userId)
    if (creator === undefined) throw notFound('creator')
    return creator
  }

  return [
    onStream(GetUploadedPortrait, async (context) => {
      const params = GetUploadedPortrait.params.safeParse(context.params)
      if (!params.success) throw notFound('portrait')
      const { id, portraitId, size } = params.data
      if (!(await isPictureOf(db, 'portrait', id, portraitId))) throw notFound('portrait')
      await sendPicture(context, store, { kind: 'portrait', pictureId: portraitId, size })
    }),

    onStream(UploadCreatorPortrait, async (context) => {
      const { user, log } = context.state
      const params = IdParams.safeParse(context.params)
      if (user === null) throw unauthenticated()
      if (!params.success || (await findCreatorOf(db, params.data.id, user.id)) === undefined) {
        context.req.resume()
        throw notFound('creator')
      }
      const { id } = params.data
      await takePicture({ db, store }, context.req, { kind: 'portrait', ownerId: id, personId: user.id })
      // Their podcasts show it from now on.
      hot.drop()
      log.info({ creatorId: id, userId: user.id }, 'portrait uploaded')
      context.status = UploadCreatorPortrait.status
      context.body = UploadCreatorPortrait.response.parse(await profileOf(user.id, id))
    }),

    on(DeleteCreatorPortrait, async ({ user, params: { id }, log }) => {
      await profileOf(user.id, id)
      await inTransaction(db, (tx) => showPicture(tx, 'portrait', id, null))
      hot.drop()
      log.info({ creatorId: id, userId: user.id }, 'portrait taken away')
      return profileOf(user.id, id)
    }),
  ]
}
