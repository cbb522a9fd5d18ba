import { Input } from '@griot/ui/input'
import { useFormContext } from 'react-hook-form'
import { fieldsOf } from '../form-layout.tsx'
import { useNewestEpisodes } from './api.ts'
import type { EpisodeValues } from './use-episode-form.ts'

/** The number of an episode. A number that another episode has is a warning, because seasons and imports repeat numbers. */
export function NumberField({ episodeId }: { episodeId?: string | undefined }) {
  const form = useFormContext<EpisodeValues>()
  const [podcastId, episodeNumber, season, hasNumber] = form.watch([
    'podcastId',
    'episodeNumber',
    'season',
    'hasNumber',
  ])
  const { data: episodes = [] } = useNewestEpisodes(podcastId)
  if (!hasNumber) return null
  const other = episodes.find(
    (one) => one.id !== episodeId && one.episodeNumber === episodeNumber && String(one.season ?? '') === season,
  )
  return (
    <Input
      label="Episode Number"
      type="number"
      inputMode="numeric"
      min={1}
      required
      hint={other && `“${other.title}” has the same number. You can still use it.`}
      {...fieldsOf(form)('episodeNumber', { valueAsNumber: true })}
    />
  )
}
