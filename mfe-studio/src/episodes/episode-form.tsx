import type { Episode, FullEpisode } from '@griot/contracts/catalog/episodes'
import type { Toast } from '@griot/shell-sdk/contract'
import { formatDayTime } from '@griot/ui/format'
import { SaveForm } from '../form-layout.tsx'
import { useSaveEpisode } from './api.ts'
import { EpisodeFields } from './episode-fields.tsx'
import { type CheckedEpisode, useEpisodeForm } from './use-episode-form.ts'

const PUBLISH_NOTES = {
  published: () => '',
  draft: () => ' It is a draft.',
  when_ready: () => ' It is published as soon as its audio is ready.',
  scheduled: ({ publishAt }: Episode) => ` It is published ${publishAt ? formatDayTime(publishAt) : 'later'}.`,
}

export const createdToast = (saved: Episode): Toast => ({
  title: 'Success',
  description: `Episode created successfully!${PUBLISH_NOTES[saved.status](saved)}`,
})

const SAVED: Toast = { title: 'Success', description: 'Episode saved.' }

export function EpisodeForm({ episode, onClose }: { episode?: FullEpisode; onClose?: () => void }) {
  const { form, ...state } = useEpisodeForm(episode)
  const { getFieldState, formState } = form
  // An edit of the text must not change when the episode is published.
  const { plan, publishAt: time, audioFileId: audio } = formState.dirtyFields

  const changesOf = ({ podcastId: _, duration, audioFileId, status, publishAt, ...checked }: CheckedEpisode) => ({
    ...checked,
    ...(getFieldState('duration').isDirty && { duration }),
    ...(audio && audioFileId !== null && { audioFileId }),
    ...((plan || time || (audio && episode?.status !== 'published')) && {
      status,
      ...(publishAt !== null && { publishAt }),
    }),
  })

  return (
    <SaveForm
      title={episode ? 'Edit episode' : 'Create Episode'}
      openLabel="New episode"
      draftName={episode ? `episode ${episode.id}` : 'episode'}
      form={form}
      saving={useSaveEpisode(episode, changesOf)}
      doneToast={episode ? () => SAVED : createdToast}
      failure={episode ? 'Failed to save episode' : 'Failed to create episode'}
      onClose={onClose}
    >
      <EpisodeFields {...state} episode={episode} />
    </SaveForm>
  )
}
