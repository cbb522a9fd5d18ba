import { Input, Textarea } from '@griot/ui/input'
import type { ReactNode } from 'react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import type { z } from 'zod'
import type { NewCreator } from '../schemas.ts'

type CreatorValues = z.input<typeof NewCreator>

interface CreatorFieldsProps {
  register: UseFormRegister<CreatorValues>
  errors: FieldErrors<CreatorValues>
  picture: ReactNode
  /** An uploaded picture stands above an address, so that is not asked for. */
  takesAddress: boolean
}

export function CreatorFields({ register, errors, picture, takesAddress }: CreatorFieldsProps) {
  return (
    <>
      <Input label="Name" required error={errors.name?.message} {...register('name')} />
      <Textarea label="Bio" required error={errors.bio?.message} {...register('bio')} />
      {picture}
      {takesAddress && (
        <Input
          label="Profile Image URL (optional)"
          type="url"
          inputMode="url"
          placeholder="https://"
          hint="Instead of a picture of your own."
          error={errors.profileImage?.message}
          {...register('profileImage')}
        />
      )}
      <fieldset className="studio:grid studio:gap-5">
        <legend className="studio:mb-3 studio:font-display studio:text-lg studio:font-bold">
          Social links (optional)
        </legend>
        <Input
          label="Twitter"
          placeholder="@handle"
          error={errors.socialLinks?.twitter?.message}
          {...register('socialLinks.twitter')}
        />
        <Input
          label="Instagram"
          placeholder="@handle"
          error={errors.socialLinks?.instagram?.message}
          {...register('socialLinks.instagram')}
        />
        <Input
          label="Website"
          type="url"
          inputMode="url"
          placeholder="https://"
          error={errors.socialLinks?.website?.message}
          {...register('socialLinks.website')}
        />
      </fieldset>
    </>
  )
}
