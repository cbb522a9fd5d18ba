import {
  CATEGORIES,
  type Category,
  type FullPodcast,
  type Podcast,
  type PodcastKind,
} from '@griot/contracts/catalog/podcasts'
import { pathFor } from '@griot/contracts/endpoint'
import { GetMediaArtwork } from '@griot/contracts/media/streaming'
import { fetchApi } from '@griot/shell-sdk/http'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Cover } from '@griot/ui/cover'
import { capitalized } from '@griot/ui/format'
import { Input, Select } from '@griot/ui/input'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ActionButton } from '../action.tsx'
import { MoreDetails } from '../details/more-details.tsx'
import { changedDetails, EMPTY_DETAILS, MORE_FIELDS, showValuesOf } from '../details/show-values.ts'
import { fieldsOf, SaveForm } from '../form-layout.tsx'
import { useMyMedia } from '../media/api.ts'
import { savedToast } from '../pictures/change-picture.ts'
import { usePictureDraft } from '../pictures/picture-draft.ts'
import { PicturePicker } from '../pictures/picture-picker.tsx'
import { DescriptionField } from '../rich-text/description-field.tsx'
import { NewPodcast } from '../schemas.ts'
import { useSavePodcast } from './api.ts'
import { NextStep } from './next-step.tsx'

// An empty category selects the empty option of the field.
const EMPTY = {
  title: '',
  description: '',
  hostName: '',
  category: '' as Category,
  kind: 'episodic' as PodcastKind,
  coverImage: '',
  ...EMPTY_DETAILS,
}
export type PodcastValues = typeof EMPTY

/** The values of the form for a podcast. */
export const valuesOf = (podcast: Podcast & Partial<FullPodcast>): PodcastValues => {
  const { title, description, hostName, category, kind, givenPicture } = podcast
  const coverImage = givenPicture?.address ?? ''
  return { title, description, hostName, category, kind, coverImage, ...showValuesOf(podcast) }
}

const check = zodResolver(NewPodcast)

/** Checks a podcast as the server does. Unchanged details are left out. */
const resolverFor =
  (saved: PodcastValues): Resolver<PodcastValues, unknown, z.output<typeof NewPodcast>> =>
  (values, context, options) => {
    const { title, description, hostName, category, kind, coverImage } = values
    const input = { title, description, hostName, category, kind, coverImage, ...changedDetails(values, saved) }
    return check(input as never, context, options as never) as never
  }

interface PodcastFormProps {
  /** The podcast to edit; without it the form creates one. */
  podcast?: Podcast & Partial<FullPodcast>
  /** The form is a dialog. */
  onClose?: () => void
  /** The recording of the next step after the creation. */
  audioId?: string | null
  /** The page exists for this form: phones show it without a click, and the next step replaces it. */
  isUnfolded?: boolean
  onCreated?: () => void
}

export function PodcastForm({ podcast, onClose, audioId = null, isUnfolded = false, onCreated }: PodcastFormProps) {
  const me = useStore(useShell().session.user)
  const hostName = [me?.firstName, me?.lastName].filter(Boolean).join(' ')
  const draftName = podcast ? `podcast ${podcast.id}` : 'podcast'
  const cover = usePictureDraft(draftName)
  const saving = useSavePodcast(podcast, cover.change)
  const [saved] = useState(() => (podcast ? valuesOf(podcast) : { ...EMPTY, hostName }))
  const form = useForm({ resolver: resolverFor(saved), defaultValues: saved })
  const field = fieldsOf(form)
  const { setFocus } = form
  useEffect(() => {
    if (isUnfolded) setFocus('title')
  }, [isUnfolded, setFocus])

  const isCreated = !podcast && saving.data !== undefined
  const notifyCreated = useEffectEvent(() => onCreated?.())
  useEffect(() => {
    if (isCreated) notifyCreated()
  }, [isCreated])

  const nextStep = !podcast && saving.data && (
    <NextStep created={saving.data} audioId={audioId} takesFocus={isUnfolded} />
  )
  if (nextStep && isUnfolded) return nextStep

  return (
    <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-4">
      {nextStep}
      <SaveForm
        title={podcast ? 'Edit podcast' : 'Create Podcast'}
        openLabel="New podcast"
        isUnfolded={isUnfolded}
        isEdit={podcast !== undefined}
        draftName={draftName}
        form={form}
        picture={cover}
        saving={saving}
        doneToast={({ pictureError }) => savedToast('Podcast', !podcast, pictureError)}
        failure={podcast ? 'Failed to save podcast' : 'Failed to create podcast'}
        onClose={onClose}
      >
        <Input label="Title" required {...field('title')} />
        <DescriptionField htmlField="descriptionHtml" />
        <Input label="Host Name" required {...field('hostName')} />
        <Select
          label="Category"
          required
          placeholder="Select a category"
          options={CATEGORY_OPTIONS}
          defaultValue=""
          {...field('category')}
        />
        <Select
          label="Type"
          hint="“Listen” plays the newest episode of an episodic podcast, and the first unheard one of a serial podcast."
          required
          options={KIND_OPTIONS}
          {...field('kind')}
        />
        <PicturePicker
          kind="cover"
          draft={cover}
          current={podcast?.coverImage}
          given={podcast?.givenPicture}
          shown={podcast && <Cover id={podcast.id} title={podcast.title} src={podcast.coverImage} />}
          suggestion={(onTake) => <ArtworkSuggestion onTake={onTake} />}
        />
        <MoreDetails load={loadDetails} what="the details of the show" fields={MORE_FIELDS} props={{}} />
      </SaveForm>
    </div>
  )
}

const loadDetails = async () => (await import('../details/show-details-fields.tsx')).ShowDetailsFields

const fetchArtwork = async (id: string) => {
  const response = await fetchApi(pathFor(GetMediaArtwork, { params: { id } }), { credentials: 'include' })
  if (!response.ok) throw new Error(`the artwork request returned ${response.status}`)
  return new File([await response.blob()], 'artwork.jpg', { type: GetMediaArtwork.responseType })
}

/** Offers the artwork in the tags of the newest recording that has one. */
function ArtworkSuggestion({ onTake }: { onTake: (picture: File) => Promise<void> }) {
  const media = useMyMedia()
  const taking = useMutation({ mutationFn: async (id: string) => onTake(await fetchArtwork(id)) })
  const file = media.data?.find(({ suggestions }) => suggestions?.hasArtwork)
  if (!file) return null
  return (
    <>
      <ActionButton
        text={<span className="studio:truncate">Use the picture in {file.originalName}</span>}
        look="quiet"
        className="studio:-ms-2"
        action={taking}
        input={file.id}
      />
      {taking.isError && (
        <p role="alert" className="g-error">
          That picture could not be read.
        </p>
      )}
    </>
  )
}

const KIND_OPTIONS: { value: PodcastKind; label: string }[] = [
  { value: 'episodic', label: 'Episodic: episodes in any order' },
  { value: 'serial', label: 'Serial: episodes in their order' },
]

const CATEGORY_OPTIONS = CATEGORIES.map((category) => ({ value: category, label: capitalized(category) }))
