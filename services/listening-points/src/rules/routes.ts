import { createHash } from 'node:crypto'
import { GetPointsRules, PointsRules } from '@griot/contracts/points'
import { JsonBytes } from '@griot/service-kit/answers'
import { on, type Route } from '@griot/service-kit/route'
import { RULES } from './numbers.ts'
import { describePerk } from './perks.ts'
import { EARNING, OWN_SHOWS, SENTENCES } from './sentences.ts'

const LEVELS = {
  ...RULES.levels,
  names: RULES.levels.names.map((level) => ('perk' in level ? { ...level, perk: describePerk(level.perk) } : level)),
}

/** The same for everyone until the next release. */
export const ruleRoutes = (): Route[] => {
  const bytes = Buffer.from(
    JSON.stringify(
      PointsRules.parse({
        ...RULES,
        levels: LEVELS,
        ownShows: { ...RULES.ownShows, sentence: OWN_SHOWS },
        earning: EARNING,
        sentences: SENTENCES,
      }),
    ),
  )
  const rules = new JsonBytes(bytes, `"${createHash('sha1').update(bytes).digest('base64url')}"`)
  return [on(GetPointsRules, () => rules)]
}
