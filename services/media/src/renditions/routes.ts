import { AskRendition, ChooseDelivery, RemoveRendition } from '@griot/contracts/media/renditions'
import type { Db } from '@griot/service-kit/db'
import type { Outbox } from '@griot/service-kit/outbox'
import { on, type Route } from '@griot/service-kit/route'
import { askRendition, removeRendition, setDelivery } from './change-rendition.ts'

export const renditionRoutes = (db: Db, outbox: Pick<Outbox, 'kick'>): Route[] => [
  on(AskRendition, async ({ user, params }) => {
    const file = await askRendition(db, user, params.id)
    outbox.kick()
    return file
  }),
  on(RemoveRendition, ({ user, params }) => removeRendition(db, user, params.id)),
  on(ChooseDelivery, ({ user, params, body }) => setDelivery(db, user, params.id, body.delivers)),
]
