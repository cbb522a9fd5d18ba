import type { Profile } from '@griot/contracts/profile'
import { brokenConstraint } from '@griot/service-kit/database-errors'
import type { Db } from '@griot/service-kit/db'
import { AppError, invalid } from '@griot/service-kit/errors'
import { createListener } from '../ledger/listener.queries.ts'
import { badgeSlotsAt } from '../rules/perks.ts'
import { count } from '../rules/sentences.ts'
import { nameKey } from './name-key.ts'
import { type Appearance, ONE_PERSON_A_NAME, readProfile, type StoredProfile, writeProfile } from './profile.queries.ts'

export const asProfile = ({ displayName, hidePoints, shownBadges, totalPoints }: StoredProfile): Profile => {
  const badgeSlots = badgeSlotsAt(totalPoints)
  return { displayName, hidePoints, shownBadges: shownBadges.slice(0, badgeSlots), badgeSlots }
}

/** Stores how someone wants to appear: by a name of their own, with badges they have earned and have slots for. */
export const saveProfile = async (
  db: Db,
  userId: string,
  wish: Appearance,
  reserved: ReadonlySet<string>,
): Promise<Profile> => {
  const { totalPoints, earnedBadges } = await readProfile(db, userId)
  const slots = badgeSlotsAt(totalPoints)
  if (wish.shownBadges.some((id) => !earnedBadges.includes(id))) {
    throw invalid({ shownBadges: 'Only badges that you have earned can stand beside your name.' })
  }
  if (wish.shownBadges.length > slots) {
    throw invalid({ shownBadges: `You have room for ${count(slots, 'badge')} beside your name.` })
  }
  const key = wish.displayName === null ? null : nameKey(wish.displayName)
  if (key !== null && reserved.has(key)) throw nameRefused(422, 'reserved', 'That name is reserved.')
  await createListener(db, userId)
  await writeProfile(db, userId, wish, key).catch((error: unknown) => {
    throw brokenConstraint(error) === ONE_PERSON_A_NAME
      ? nameRefused(409, 'taken', 'Somebody else has that name, or one that looks like it.')
      : error
  })
  return { ...wish, badgeSlots: slots }
}

const nameRefused = (status: number, reason: string, why: string) => {
  const sentence = `${why} Please choose another.`
  return new AppError(status, `display_name.${reason}`, sentence, { fields: { displayName: sentence } })
}
