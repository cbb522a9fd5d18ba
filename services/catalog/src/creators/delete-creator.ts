import { type Db, inTransaction } from '@griot/service-kit/db/db'
import { conflict, notFound } from '@griot/service-kit/http/errors'
import { setPicture } from '../pictures/pictures.queries.ts'
import { countPodcasts } from '../podcasts/podcasts.queries.ts'
import { deleteCreatorRow } from './creators.queries.ts'

/** Deletes a profile. Throws 409 without confirmation if podcasts of the user show it. */
export const deleteCreator = (db: Db, id: string, userId: string, isConfirmed: boolean) =>
  inTransaction(db, async (tx) => {
    await setPicture(tx, 'portrait', id, null)
    if ((await deleteCreatorRow(tx, id, userId)) === 0) throw notFound('creator')
    const podcasts = await countPodcasts(tx, userId)
    if (podcasts > 0 && !isConfirmed) {
      const they = podcasts === 1 ? 'Your podcast shows' : `Your ${podcasts} podcasts show`
      throw conflict('creator.has_podcasts', `${they} the picture and the text of this profile. Please confirm.`)
    }
    return { id }
  })
