import { type Db, inTransaction } from '@griot/service-kit/db'
import { conflict, notFound } from '@griot/service-kit/errors'
import { showPicture } from '../pictures/pictures.queries.ts'
import { countPodcasts } from '../podcasts/podcast-changes.queries.ts'
import { deleteCreatorRow, findCreatorOf } from './creators.queries.ts'

/** Deletes a person's profile; while their podcasts show it, only when that is meant. */
export const deleteCreator = (db: Db, id: string, userId: string, isConfirmed: boolean) =>
  inTransaction(db, async (tx) => {
    if ((await findCreatorOf(tx, id, userId)) === undefined) throw notFound('creator')
    await showPicture(tx, 'portrait', id, null)
    if ((await deleteCreatorRow(tx, id, userId)) === 0) throw notFound('creator')
    const podcasts = await countPodcasts(tx, userId)
    if (podcasts > 0 && !isConfirmed) {
      const they = podcasts === 1 ? 'Your podcast shows' : `Your ${podcasts} podcasts show`
      throw conflict('creator.has_podcasts', `${they} the picture and the words of this profile. Please confirm.`)
    }
    return { id }
  })
