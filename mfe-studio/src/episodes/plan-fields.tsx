import type { MediaFile } from '@griot/contracts/media/media-file'
import { Input } from '@griot/ui/input'
import type { ReactNode } from 'react'
import { timeZone, toLocal } from './plan.ts'
import type { EpisodeFormState } from './use-episode-form.ts'

interface PlanFieldsProps {
  form: EpisodeFormState['form']
  audio: MediaFile | undefined
}

/** Decides when listeners see an episode. */
export function PlanFields({ form, audio }: PlanFieldsProps) {
  const { register, watch, formState } = form
  const plan = watch('plan')
  const waits = audio !== undefined && audio.status !== 'ready'
  const nowNote = waits
    ? 'It is published by itself, you need not wait.'
    : watch('audioFileId') === ''
      ? 'Listeners see it, and hear nothing until it has audio.'
      : undefined

  return (
    <fieldset className="studio:grid">
      <legend className="g-label studio:mb-1">When listeners see it</legend>
      <Choice
        name={waits ? 'As soon as its audio is ready' : 'Now'}
        note={nowNote}
        radio={<input type="radio" value="now" {...register('plan')} />}
      />
      <Choice name="At a time" radio={<input type="radio" value="scheduled" {...register('plan')} />} />
      {plan === 'scheduled' && (
        <div className="studio:ms-7 studio:mb-1">
          <Input
            label="Publish at"
            type="datetime-local"
            required
            min={toLocal(new Date().toISOString())}
            hint={`Your time, ${timeZone()}.`}
            error={formState.errors.publishAt?.message}
            {...register('publishAt')}
          />
        </div>
      )}
      <Choice
        name="Not yet: keep it as a draft"
        note="Only you see it."
        radio={<input type="radio" value="draft" {...register('plan')} />}
      />
    </fieldset>
  )
}

function Choice({ name, note, radio }: { name: string; note?: string | undefined; radio: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the radio button is handed in
    <label className="studio:flex studio:min-h-11 studio:cursor-pointer studio:items-center studio:gap-3 studio:py-1 studio:[&_input]:size-4.5 studio:[&_input]:flex-none studio:[&_input]:accent-teal">
      {radio}
      <span>
        {name}
        {note && <span className="g-hint studio:block">{note}</span>}
      </span>
    </label>
  )
}
