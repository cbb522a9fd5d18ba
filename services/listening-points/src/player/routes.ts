import { GetPlayer, SavePlayer } from '@griot/contracts/player'
import type { Db } from '@griot/service-kit/db/db'
import { on, type Route } from '@griot/service-kit/http/route'
import { readPlayer, savePlayer } from './save-player.ts'

export const playerRoutes = (db: Db): Route[] => [
  on(GetPlayer, ({ user }) => readPlayer(db, user.id)),
  on(SavePlayer, ({ user, body }) => savePlayer(db, user.id, body)),
]
