import type { MediaFile } from '@griot/contracts/media/media-file'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useMyMedia } from '../media/api.ts'
import { NewEpisode } from '../schemas.ts'
import { useNextEpisodeNumber } from './api.ts'
import { fromLocal, type Plan, statusFor } from './plan.ts'

export interface EpisodeValues {
  title: string
  description: string
  podcastId: string
  audioFileId: string
  duration: number
  episodeNumber: number
  plan: Plan
  /** As a `datetime-local` field has it. */
  publishAt: string
}
export type CheckedEpisode = z.output<typeof NewEpisode>

const check = zodResolver(NewEpisode)

/** Stands in for a length that nobody knows yet. */
const UNKNOWN_SECONDS = 1

/** The state of an episode's form, when it begins with these values. */
export const useEpisodeForm = (defaultValues: EpisodeValues) => {
  const media = useMyMedia()

  const fileOf = (id: string) => media.data?.find((file) => file.id === id)

  const resolver: Resolver<EpisodeValues, unknown, CheckedEpisode> = async (values, context, options) => {
    const { plan, publishAt, ...typed } = values
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

  const form = useForm<EpisodeValues, unknown, CheckedEpisode>({ resolver, defaultValues })
  const { setValue, getValues, getFieldState, watch, formState } = form
  const [podcastId, audioFileId] = watch(['podcastId', 'audioFileId'])
  const audio: MediaFile | undefined = fileOf(audioFileId)

  const isNew = defaultValues.podcastId === ''
  const nextNumber = useNextEpisodeNumber(isNew ? podcastId : '').data
  useEffect(() => {
    // A number that someone typed stays.
    if (nextNumber !== undefined && !getFieldState('episodeNumber').isDirty) setValue('episodeNumber', nextNumber)
  }, [nextNumber, getFieldState, setValue])

  // Also when the file becomes ready while the form is open.
  const length = audio === undefined ? undefined : (audio.duration ?? UNKNOWN_SECONDS)
  useEffect(() => {
    if (length === undefined) return
    if (length === UNKNOWN_SECONDS && getValues('duration') > 0) return
    setValue('duration', length, { shouldValidate: formState.isSubmitted })
  }, [length, formState.isSubmitted, getValues, setValue])

  return { form, media, audio, isNew }
}

export type EpisodeFormState = ReturnType<typeof useEpisodeForm>
