import { Input, Select } from '@griot/ui/input'
import { useFormContext } from 'react-hook-form'
import { fieldsOf } from '../form-layout.tsx'
import { timeZone, toLocal } from '../local-time.ts'
import { Checkbox } from './checkbox.tsx'
import { CreditsField } from './credits-field.tsx'
import type { DetailValues } from './episode-values.ts'

const KINDS = [
  { value: 'full', label: 'Full episode' },
  { value: 'trailer', label: 'Trailer' },
  { value: 'bonus', label: 'Bonus' },
]
const EXPLICIT = [
  { value: '', label: 'As the show' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

export function EpisodeDetailsFields({ isGuidFixed }: { isGuidFixed: boolean }) {
  const form = useFormContext<DetailValues & { plan: string }>()
  const field = fieldsOf(form)
  return (
    <>
      <Checkbox
        label="It has a number"
        hint="A trailer or a bonus episode may have none."
        {...form.register('hasNumber')}
      />
      <div className="studio:grid studio:items-start studio:gap-5 studio:sm:grid-cols-2">
        <Input label="Season" type="number" inputMode="numeric" min={1} {...field('season')} />
        <Select label="Kind of episode" options={KINDS} {...field('kind')} />
      </div>
      <Select label="Explicit" options={EXPLICIT} {...field('isExplicit')} />
      {form.watch('plan') !== 'scheduled' && (
        <Input
          label="Release date"
          type="datetime-local"
          max={toLocal(new Date().toISOString())}
          hint={`Only for an episode that appeared elsewhere before. Your time, ${timeZone()}.`}
          {...field('releaseDate')}
        />
      )}
      <Checkbox
        label="It has people of its own"
        hint="They replace those of the show."
        {...form.register('hasPeople')}
      />
      {form.watch('hasPeople') && <CreditsField hint="Also name the hosts here." />}
      <Input
        label="Identifier in feeds"
        readOnly={isGuidFixed}
        hint={
          isGuidFixed
            ? 'It cannot change, because apps identify the episode by it.'
            : 'Only for an episode that appeared elsewhere before. It cannot change after the publication.'
        }
        {...field('guid')}
      />
    </>
  )
}
