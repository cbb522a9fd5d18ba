import type { Podcast } from '@griot/contracts/catalog/podcasts'
import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { Input } from '@griot/ui/input'
import { failureToast } from '@griot/ui/use-online'
import { FormProvider } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { useCreateEpisode } from '../episodes/api.ts'
import { PlanFields, TitleSuggestion } from '../episodes/episode-fields.tsx'
import { createdToast } from '../episodes/episode-form.tsx'
import { MoreEpisodeDetails } from '../episodes/more-episode-details.tsx'
import { NumberField } from '../episodes/number-field.tsx'
import type { Plan } from '../episodes/plan.ts'
import { DraftNote, fieldsOf, showServerError } from '../form-layout.tsx'
import { useMediaEvents } from '../media/api.ts'
import { showPath } from '../paths.ts'
import { DescriptionField } from '../rich-text/description-field.tsx'
import { RecordingField } from './recording-field.tsx'
import { useNewEpisode } from './use-new-episode.ts'

const submitLabel = (plan: Plan, isReady: boolean) => {
  if (plan === 'draft') return 'Save draft'
  if (plan === 'scheduled') return 'Schedule'
  return isReady ? 'Publish' : 'Publish when ready'
}

export function NewEpisodeForm({ podcast }: { podcast: Podcast }) {
  const { ui } = useShell()
  const navigate = useNavigate()
  useMediaEvents()
  const { form, draft, state, isReady } = useNewEpisode(podcast)
  const { recording } = state
  const saving = useCreateEpisode()
  const field = fieldsOf(form)

  const submit = form.handleSubmit((checked) =>
    saving.mutate(checked, {
      onSuccess: (saved) => {
        ui.toast(createdToast(saved))
        state.handOver(saved.id)
        draft.discard()
        navigate(showPath(podcast.id))
      },
      onError: (error) => {
        ui.toast(failureToast('Error', 'Failed to create episode'))
        showServerError(error, form.setError)
      },
    }),
  )
  const startOver = () => {
    state.remove()
    draft.discard()
  }

  return (
    <FormProvider {...form}>
      <Card>
        <form aria-label="New episode" noValidate onSubmit={submit} className="studio:grid studio:gap-6">
          <DraftNote draft={{ ...draft, discard: startOver }} />
          <RecordingField state={state} />
          <Input label="Title" required {...field('title')} />
          <TitleSuggestion suggested={recording.kind === 'file' ? recording.file.suggestions?.title : null} />
          <DescriptionField
            htmlField="notesHtml"
            rows={6}
            hint="Links open, and times such as 12:30 play from there."
          />
          <div className="studio:max-w-48">
            <NumberField />
          </div>
          <PlanFields waits={!isReady} />
          <MoreEpisodeDetails isGuidFixed={false} />
          {form.formState.errors.root?.server && (
            <p role="alert" className="g-error">
              {form.formState.errors.root.server.message}
            </p>
          )}
          <Button type="submit" wide pending={saving.isPending}>
            {saving.isPending ? 'Creating...' : submitLabel(form.watch('plan'), isReady)}
          </Button>
        </form>
      </Card>
    </FormProvider>
  )
}
