import { GetPointsRules, PointsRules } from '@griot/contracts/points'
import { on, type Route } from '@griot/service-kit/http/route'
import { asJson } from '../as-json.ts'
import { describePerk } from './perks.ts'
import { RULES } from './rules.ts'
import { EARNING, OWN_SHOWS, SENTENCES } from './sentences.ts'

const LEVELS = {
  ...RULES.levels,
  names: RULES.levels.names.map((level) => ('perk' in level ? { ...level, perk: describePerk(level.perk) } : level)),
}

/** Serialized once: the rules only change with a release. */
export const ruleRoutes = (): Route[] => {
  const rules = asJson(
    PointsRules.parse({
      ...RULES,
      levels: LEVELS,
      ownShows: { ...RULES.ownShows, sentence: OWN_SHOWS },
      earning: EARNING,
      sentences: SENTENCES,
    }),
  )
  return [on(GetPointsRules, () => rules)]
}
