import { Input, Select, Textarea } from '@griot/ui/input'
import type { ReactNode } from 'react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import type { z } from 'zod'
import type { NewPodcast } from '../schemas.ts'
import { CATEGORY_OPTIONS } from './categories.ts'

type PodcastValues = z.input<typeof NewPodcast>

interface PodcastFieldsProps {
  register: UseFormRegister<PodcastValues>
  errors: FieldErrors<PodcastValues>
  cover: ReactNode
  /** An uploaded picture stands above an address, so that is not asked for. */
  takesAddress: boolean
}

export function PodcastFields({ register, errors, cover, takesAddress }: PodcastFieldsProps) {
  return (
    <>
      <Input label="Title" required error={errors.title?.message} {...register('title')} />
      <Textarea label="Description" required error={errors.description?.message} {...register('description')} />
      <Input label="Host Name" required error={errors.hostName?.message} {...register('hostName')} />
      <Select
        label="Category"
        required
        placeholder="Select a category"
        options={CATEGORY_OPTIONS}
        defaultValue=""
        error={errors.category?.message}
        {...register('category')}
      />
      {cover}
      {takesAddress && (
        <Input
          label="Cover Image URL (optional)"
          type="url"
          inputMode="url"
          placeholder="https://"
          hint="Instead of a picture of your own."
          error={errors.coverImage?.message}
          {...register('coverImage')}
        />
      )}
    </>
  )
}
