import type { Profile } from '@griot/contracts/profile'
import type { Db } from '@griot/service-kit/db'
import { invalid } from '@griot/service-kit/errors'
import { createListener } from '../ledger/listener.queries.ts'
import { badgeSlotsAt } from '../rules/perks.ts'
import { count } from '../rules/sentences.ts'
import { type Appearance, readProfile, type StoredProfile, writeProfile } from './profile.queries.ts'

export const asProfile = ({ displayName, hidePoints, shownBadges, totalPoints }: StoredProfile): Profile => {
  const badgeSlots = badgeSlotsAt(totalPoints)
  return { displayName, hidePoints, shownBadges: shownBadges.slice(0, badgeSlots), badgeSlots }
}

/** Stores how someone wants to appear. Only badges they have earned, and no more than they have slots for. */
export const saveProfile = async (db: Db, userId: string, wish: Appearance): Promise<Profile> => {
  const { totalPoints, earnedBadges } = await readProfile(db, userId)
  const slots = badgeSlotsAt(totalPoints)
  if (wish.shownBadges.some((id) => !earnedBadges.includes(id))) {
    throw invalid({ shownBadges: 'Only badges that you have earned can stand beside your name.' })
  }
  if (wish.shownBadges.length > slots) {
    throw invalid({ shownBadges: `You have room for ${count(slots, 'badge')} beside your name.` })
  }
  await createListener(db, userId)
  await writeProfile(db, userId, wish)
  return { ...wish, badgeSlots: slots }
}
