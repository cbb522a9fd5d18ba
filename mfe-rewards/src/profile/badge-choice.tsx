import { useBadges, useMyBadges } from '../api.ts'
import { BadgeIcon } from '../badges/badge-icon.tsx'
import { Choice } from './choice.tsx'

interface BadgeChoiceProps {
  slots: number
  /** Ids, in the order they were chosen. */
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}

/** Which of one's badges stand beside one's name: as many as there are slots. */
export function BadgeChoice({ slots, chosen, error, onChange }: BadgeChoiceProps) {
  const all = useBadges()
  const mine = useMyBadges()
  const earned = all.data?.filter(({ id }) => mine.data?.some(({ badgeId }) => badgeId === id)) ?? []
  const isFull = chosen.length >= slots

  const handleChoice = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))

  if (!all.data || !mine.data) return null
  return (
    <fieldset className="rewards:ps-8">
      <legend className="rewards:font-semibold">
        Badges beside my name ({chosen.length} of {slots})
      </legend>
      {earned.length === 0 && (
        <p className="rewards:mt-1 rewards:text-sm rewards:text-muted">
          There is room for {slots}. The first badge comes with the first episode you complete.
        </p>
      )}
      {earned.map(({ id, name, icon }) => {
        const isChosen = chosen.includes(id)
        return (
          <Choice
            key={id}
            label={
              <span className="rewards:inline-flex rewards:items-center rewards:gap-2">
                <BadgeIcon icon={icon} size={18} />
                {name}
              </span>
            }
            checked={isChosen}
            disabled={!isChosen && isFull}
            onChange={(checked) => handleChoice(id, checked)}
          />
        )
      })}
      {error && (
        <p role="alert" className="rewards:text-sm rewards:text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
