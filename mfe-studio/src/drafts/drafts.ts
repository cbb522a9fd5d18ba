import { useShell, useUnsavedWork } from '@griot/shell-sdk/react'
import { useEffect, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type { PictureDraft } from '../pictures/picture-draft.ts'
import { readDraft } from '../read-draft.ts'

export type FormDraft = ReturnType<typeof useFormDraft>

const hasChange = (dirty: unknown): boolean =>
  typeof dirty === 'object' && dirty !== null ? Object.values(dirty).some(hasChange) : dirty === true

/** Another version of the form may have stored the draft, so a value is used only if its type still fits. */
const hasSameType = (stored: unknown, current: unknown) => stored !== null && typeof stored === typeof current

/**
 * Stores the unsaved values of a form, and its picture, in the tab. They are restored after the user opened other pages
 * or reloaded this one.
 */
export const useFormDraft = <Values extends FieldValues, Checked extends FieldValues>(
  name: string,
  { formState, subscribe, setValue, getValues, reset }: UseFormReturn<Values, unknown, Checked>,
  picture?: PictureDraft,
) => {
  const storage = useShell().storage.tab
  const [saved] = useState(() => getValues())
  const [isRestored, setRestored] = useState(false)
  const { isDirty } = formState
  useUnsavedWork(isDirty || (picture !== undefined && picture.change !== null))

  useEffect(() => {
    const current = getValues()
    const stored = Object.entries(readDraft(storage, name)).filter(([field, value]) =>
      hasSameType(value, current[field]),
    )
    for (const [field, value] of stored) {
      setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
    setRestored(stored.length > 0)

    return subscribe({
      formState: { values: true, isDirty: true, dirtyFields: true },
      callback: ({ values, isDirty, dirtyFields }) => {
        const changed = Object.entries(dirtyFields ?? {}).filter(([, dirty]) => hasChange(dirty))
        if (isDirty && changed.length > 0) {
          storage.set(name, Object.fromEntries(changed.map(([field]) => [field, values[field]])))
        } else {
          storage.remove(name)
          setRestored(false)
        }
      },
    })
  }, [storage, name, subscribe, setValue, getValues])

  return {
    /** The form contains values that were typed before it was closed. */
    isRestored: isRestored || (picture?.isRestored ?? false),
    /** The name of a picture that must be chosen again; null if there is none. */
    lostPicture: picture?.lostName ?? null,
    /** Deletes the draft, and resets the form to its saved values. */
    discard() {
      reset(saved)
      picture?.choose(null)
    },
  }
}
