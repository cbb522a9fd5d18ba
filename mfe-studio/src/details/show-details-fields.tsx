import {
  APPLE_CATEGORY_NAMES,
  appleSubcategories,
  proposedAppleCategory,
} from '@griot/contracts/catalog/apple-categories'
import type { Category } from '@griot/contracts/catalog/podcasts'
import { KNOWN_LICENSES, needsLicenseUrl } from '@griot/contracts/catalog/show-details'
import { Input, Select, Textarea } from '@griot/ui/input'
import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { fieldsOf } from '../form-layout.tsx'
import { Checkbox } from './checkbox.tsx'
import { CreditsField } from './credits-field.tsx'
import { languageOptions } from './languages.ts'
import { ListField } from './list-field.tsx'
import type { ShowValues } from './show-values.ts'

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

export function ShowDetailsFields() {
  const form = useFormContext<ShowValues>()
  const field = fieldsOf(form)
  const language = form.formState.defaultValues?.language ?? 'en'
  const languages = useMemo(() => languageOptions(language), [language])
  return (
    <>
      <Select label="Language" options={languages} {...field('language')} />
      <Checkbox
        label="Explicit"
        hint="The show contains strong language or themes for adults."
        {...form.register('isExplicit')}
      />
      <AppleCategory />
      <Input label="Author" hint="The name of the host, unless you enter another." {...field('author')} />
      <Input label="Website" type="url" placeholder="https://" {...field('website')} />
      <Input label="Copyright" {...field('copyright')} />
      <License />
      <CreditsField hint="Without people, podcast apps name the host." />
      <ListField
        name="funding"
        legend="Funding links"
        hint="Podcast apps show them beside the tips of Griot."
        addLabel="Add a link"
        noun="Link"
        empty={{ url: '', text: '' }}
      >
        {(path) => (
          <>
            <Input label="Text" required maxLength={128} {...field(`${path}.text` as 'funding')} />
            <Input label="Address" required type="url" placeholder="https://" {...field(`${path}.url` as 'funding')} />
          </>
        )}
      </ListField>
      <ListField
        name="txt"
        legend="Verification texts"
        hint="A directory that asks you to prove that the show is yours gives you such a text."
        addLabel="Add a text"
        noun="Text"
        empty={{ purpose: '', value: '' }}
      >
        {(path) => (
          <>
            <Input label="Purpose" hint="Such as verify." {...field(`${path}.purpose` as 'txt')} />
            <Textarea label="Text" required rows={2} {...field(`${path}.value` as 'txt')} />
          </>
        )}
      </ListField>
      <Checkbox label="The show is complete" hint="No further episode will appear." {...form.register('isComplete')} />
      <Checkbox
        label="Locked"
        hint="Other hosts must not import the show. Unlock it to move."
        {...form.register('isLocked')}
      />
    </>
  )
}

function AppleCategory() {
  const form = useFormContext<ShowValues & { category: Category | '' }>()
  const field = fieldsOf(form)
  const [chosen, category] = form.watch(['appleCategory', 'category'])
  const proposed = category === '' ? 'none yet' : proposedAppleCategory(category)
  const subcategories = appleSubcategories(chosen)
  return (
    <>
      <Select
        label="Category in directories"
        options={[{ value: '', label: `Proposed: ${proposed}` }, ...options(APPLE_CATEGORY_NAMES)]}
        {...field('appleCategory', { onChange: () => form.setValue('appleSubcategory', '', { shouldDirty: true }) })}
      />
      {subcategories.length > 0 && (
        <Select
          label="Subcategory in directories"
          options={[{ value: '', label: 'None' }, ...options(subcategories)]}
          {...field('appleSubcategory')}
        />
      )}
    </>
  )
}

function License() {
  const form = useFormContext<ShowValues>()
  const field = fieldsOf(form)
  const license = form.watch('license')
  return (
    <>
      <Input label="License" list="griot-licenses" hint="Empty: all rights reserved." {...field('license')} />
      <datalist id="griot-licenses">
        {KNOWN_LICENSES.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
      {needsLicenseUrl(license) && (
        <Input label="Address of the license" required type="url" placeholder="https://" {...field('licenseUrl')} />
      )}
    </>
  )
}
