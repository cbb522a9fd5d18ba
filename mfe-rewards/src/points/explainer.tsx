import { Skeleton } from '@griot/ui/skeleton'
import { useRules } from '../api.ts'
import { Failed } from '../failed.tsx'
import { Section } from '../section.tsx'
import { RuleList } from './rule-list.tsx'

/** Five rules, and the sentence below. */
const ROOM = '15rem'

/** The points system in one look. */
export function Explainer() {
  const rules = useRules()
  return (
    <Section title="How you earn" look="raised">
      {rules.isPending && <Skeleton height={ROOM} />}
      {rules.isError && <Failed what="the rules" missing={<Skeleton height={ROOM} />} />}
      {rules.data && (
        <>
          <RuleList rules={rules.data} withNotes={false} />
          <p className="rewards:mt-5 rewards:text-sm rewards:text-muted">
            Up to {rules.data.perStart + rules.data.completion.points} bonus points per episode, plus{' '}
            {rules.data.perMinute} a minute.
          </p>
        </>
      )}
    </Section>
  )
}
