import type { PointsRules } from '@griot/contracts/points'

/** The limit for listening to one’s own shows. */
export function OwnShows({ rules: { ownShows } }: { rules: PointsRules }) {
  return ownShows ? <p className="rewards:mt-5 rewards:text-sm rewards:text-muted">{ownShows.sentence}</p> : null
}
