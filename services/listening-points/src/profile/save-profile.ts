import type { Profile } from '@griot/contracts/profile'
import { brokenConstraint } from '@griot/service-kit/db/database-errors'
import type { Db } from '@griot/service-kit/db/db'
import { AppError, invalid } from '@griot/service-kit/http/errors'
import { createListeners } from '../ledger/ledger.queries.ts'
import { badgeSlotsAt } from '../rules/perks.ts'
import { count } from '../rules/rules.ts'
import { nameKey } from './name-key.ts'
import { type Appearance, NAME_IS_UNIQUE, readProfile, type StoredProfile, writeProfile } from './profile.queries.ts'

export const asProfile = ({ displayName, hidePoints, shownBadges, totalPoints }: StoredProfile): Profile => {
  const badgeSlots = badgeSlotsAt(totalPoints)
  return { displayName, hidePoints, shownBadges: shownBadges.slice(0, badgeSlots), badgeSlots }
}

/** Requires a unique display name, and badges that the listener has earned and has slots for. */
export const saveProfile = async (
  db: Db,
  userId: string,
  wanted: Appearance,
  reserved: ReadonlySet<string>,
): Promise<Profile> => {
  const { totalPoints, earnedBadges } = await readProfile(db, userId)
  const slots = badgeSlotsAt(totalPoints)
  if (wanted.shownBadges.some((id) => !earnedBadges.includes(id))) {
    throw invalid({ shownBadges: 'Only badges that you have earned can be shown beside your name.' })
  }
  if (wanted.shownBadges.length > slots) {
    throw invalid({ shownBadges: `You can show ${count(slots, 'badge')} beside your name.` })
  }
  const key = wanted.displayName === null ? null : nameKey(wanted.displayName)
  if (key !== null && reserved.has(key)) throw nameRefused(422, 'reserved', 'That name is reserved.')
  await createListeners(db, [userId])
  await writeProfile(db, userId, wanted, key).catch((error: unknown) => {
    throw brokenConstraint(error) === NAME_IS_UNIQUE
      ? nameRefused(409, 'taken', 'Another listener has that name, or one that looks like it.')
      : error
  })
  return { ...wanted, badgeSlots: slots }
}

const nameRefused = (status: number, reason: 'reserved' | 'taken', why: string) => {
  const sentence = `${why} Please choose another.`
  return new AppError(status, `display_name.${reason}`, sentence, { fields: { displayName: sentence } })
}
