import type { Episode } from '@griot/contracts/catalog/episodes'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useMyMedia } from '../media/api.ts'
import { NewEpisode } from '../schemas.ts'
import { useNextEpisodeNumber } from './api.ts'
import { fromLocal, type Plan, planOf, statusFor, toLocal } from './plan.ts'

const EMPTY = {
  title: '',
  description: '',
  podcastId: '',
  audioFileId: '',
  duration: 0,
  episodeNumber: 1,
  plan: 'now' as Plan,
  /** The value of a `datetime-local` field. */
  publishAt: '',
}
export type EpisodeValues = typeof EMPTY

const valuesOf = (episode: Episode): EpisodeValues => {
  const { title, description, podcastId, duration, episodeNumber, publishAt } = episode
  const audioFileId = episode.audioFileId ?? ''
  const plannedAt = publishAt === null ? '' : toLocal(publishAt)
  const plan = planOf(episode)
  return { title, description, podcastId, audioFileId, duration, episodeNumber, plan, publishAt: plannedAt }
}

export type CheckedEpisode = z.output<typeof NewEpisode>

const check = zodResolver(NewEpisode)

export const useEpisodeForm = (episode: Episode | undefined) => {
  const media = useMyMedia()

  const fileOf = (id: string) => media.data?.find((file) => file.id === id)

  const resolver: Resolver<EpisodeValues, unknown, CheckedEpisode> = async (values, context, options) => {
    const { plan, publishAt, duration, ...others } = values
    // An empty number field.
    const typed = { ...others, duration: Number.isNaN(duration) ? 0 : duration }
    const isScheduled = plan === 'scheduled'
    const status = statusFor(plan, typed.audioFileId === '' || fileOf(typed.audioFileId)?.status === 'ready')
    const checked = await check(
      { ...typed, status, publishAt: isScheduled ? fromLocal(publishAt) : null },
      context,
      options as never,
    )
    if (!isScheduled || publishAt !== '') return checked as Awaited<ReturnType<typeof resolver>>
    const missing = { publishAt: { type: 'required', message: 'Please choose when to publish it.' } }
    return { values: {}, errors: { ...checked.errors, ...missing } } as Awaited<ReturnType<typeof resolver>>
  }

  const form = useForm({ resolver, defaultValues: episode ? valuesOf(episode) : EMPTY })
  const { setValue, getFieldState, watch, formState } = form
  const [podcastId, audioFileId] = watch(['podcastId', 'audioFileId'])
  const audio: MediaFile | undefined = fileOf(audioFileId)

  const nextNumber = useNextEpisodeNumber(episode ? '' : podcastId).data
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
