import { GetProfile, SaveProfile } from '@griot/contracts/profile'
import type { Db } from '@griot/service-kit/db/db'
import { on, type Route } from '@griot/service-kit/http/route'
import { reservedKeys } from './name-key.ts'
import { readProfile } from './profile.queries.ts'
import { asProfile, saveProfile } from './save-profile.ts'

export const profileRoutes = (db: Db, productName: string): Route[] => {
  const reserved = reservedKeys(productName)
  return [
    on(GetProfile, async ({ user }) => asProfile(await readProfile(db, user.id))),

    on(SaveProfile, async ({ user, body, log }) => {
      const profile = await saveProfile(db, user.id, body, reserved)
      log.info('profile saved')
      return profile
    }),
  ]
}
