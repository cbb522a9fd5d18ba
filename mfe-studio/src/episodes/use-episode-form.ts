import type { EpisodeStatus, FullEpisode } from '@griot/contracts/catalog/episodes'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type Resolver, type ResolverOptions, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { changedDetails, detailValuesOf, EMPTY_DETAILS } from '../details/episode-values.ts'
import { fromLocal, toLocal } from '../local-time.ts'
import { useMyMedia } from '../media/api.ts'
import { NewEpisode } from '../schemas.ts'
import { useNextEpisodeNumber } from './api.ts'
import { type Plan, planOf, statusFor } from './plan.ts'

/** The values of a new episode. */
export const EMPTY = {
  title: '',
  description: '',
  podcastId: '',
  audioFileId: '',
  duration: 0,
  episodeNumber: 1,
  plan: 'now' as Plan,
  /** The value of a `datetime-local` field. */
  publishAt: '',
  ...EMPTY_DETAILS,
}
export type EpisodeValues = typeof EMPTY

const valuesOf = (episode: FullEpisode): EpisodeValues => {
  const { title, description, podcastId, duration, episodeNumber, publishAt } = episode
  const audioFileId = episode.audioFileId ?? ''
  const plannedAt = publishAt === null ? '' : toLocal(publishAt)
  const plan = planOf(episode)
  const number = episodeNumber ?? Number.NaN
  const typed = { title, description, podcastId, audioFileId, duration, episodeNumber: number, publishAt: plannedAt }
  return { ...typed, plan, ...detailValuesOf(episode) }
}

export type CheckedEpisode = z.output<typeof NewEpisode>

const check = zodResolver(NewEpisode)

export type EpisodeResolver = Resolver<EpisodeValues, unknown, CheckedEpisode>
type Checked = Awaited<ReturnType<EpisodeResolver>>

/** Adds errors to the result of a check. */
export const withErrors = (checked: Checked, errors: Partial<Record<keyof EpisodeValues, string>>): Checked => {
  const added = Object.entries(errors).map(([field, message]) => [field, { type: 'required', message }])
  if (added.length === 0) return checked
  return { values: {}, errors: { ...checked.errors, ...Object.fromEntries(added) } }
}

/** Checks an episode as the server does, and that a scheduled one has a time. Unchanged details are left out. */
export const checkEpisode = async (
  values: EpisodeValues,
  { status, saved = EMPTY }: { status: EpisodeStatus; saved?: EpisodeValues | undefined },
  options: ResolverOptions<EpisodeValues>,
): Promise<Checked> => {
  const { title, description, podcastId, audioFileId, plan, publishAt, duration, hasNumber, episodeNumber } = values
  const isScheduled = plan === 'scheduled'
  const { releaseDate, ...details } = changedDetails(values, saved)
  const input = {
    ...{ title, description, podcastId, audioFileId },
    ...details,
    // The form of a scheduled episode does not show this field.
    ...(releaseDate !== undefined && !isScheduled && { releaseDate }),
    episodeNumber: hasNumber ? episodeNumber : null,
    // An empty number field has no number.
    duration: Number.isNaN(duration) ? 0 : duration,
    status,
    publishAt: isScheduled ? fromLocal(publishAt) : null,
  }
  const checked = (await check(input, undefined, options as never)) as Checked
  const lacksTime = isScheduled && publishAt === ''
  return withErrors(checked, lacksTime ? { publishAt: 'Please choose when to publish it.' } : {})
}

export const useEpisodeForm = (episode: FullEpisode | undefined) => {
  const [saved] = useState(() => (episode ? valuesOf(episode) : EMPTY))
  const media = useMyMedia()

  const fileOf = (id: string) => media.data?.find((file) => file.id === id)

  const resolver: EpisodeResolver = (values, _, options) => {
    const { plan, audioFileId } = values
    // Another member owns the audio. That of a published episode is ready.
    const isOfOther = media.data !== undefined && fileOf(audioFileId) === undefined
    const isKnownReady = isOfOther && episode?.status === 'published'
    const isReady = audioFileId === '' || isKnownReady || fileOf(audioFileId)?.status === 'ready'
    return checkEpisode(values, { status: statusFor(plan, isReady), saved }, options)
  }

  const form = useForm({ resolver, defaultValues: saved })
  const { setValue, getFieldState, watch, formState } = form
  const [podcastId, audioFileId] = watch(['podcastId', 'audioFileId'])
  const audio: MediaFile | undefined = fileOf(audioFileId)

  const nextNumber = useNextEpisodeNumber(episode ? '' : podcastId)
  useEffect(() => {
    // A number that the user typed is kept.
    if (nextNumber !== undefined && !getFieldState('episodeNumber').isDirty) setValue('episodeNumber', nextNumber)
  }, [nextNumber, getFieldState, setValue])

  // The file may become ready while the form is open.
  const length = audio?.duration ?? null
  useEffect(() => {
    if (length !== null) setValue('duration', length, { shouldValidate: formState.isSubmitted })
  }, [length, formState.isSubmitted, setValue])

  return { form, media, audio }
}

export type EpisodeFormState = ReturnType<typeof useEpisodeForm>
