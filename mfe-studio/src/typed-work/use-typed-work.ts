import { useShell, useUnsavedWork } from '@griot/shell-sdk/react'
import { useEffect, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { readDraft } from './drafts.ts'
import type { PictureDraft } from './use-picture-draft.ts'

export interface TypedWork {
  /** What is in the form was typed before the form was left. */
  isBack: boolean
  /** The name of a picture that was chosen and has to be chosen again; null when there is none. */
  lostPicture: string | null
  /** Empties the form, or fills it with what is saved. */
  startOver(): void
  /** It is saved, or not wanted: nothing of it comes back. */
  forget(): void
}

type Form<Values extends FieldValues, Checked extends FieldValues> = Pick<
  UseFormReturn<Values, unknown, Checked>,
  'formState' | 'subscribe' | 'setValue' | 'getValues' | 'reset'
>

const hasChange = (dirty: unknown): boolean =>
  typeof dirty === 'object' && dirty !== null ? Object.values(dirty).some(hasChange) : dirty === true

/** One kind of value: whoever kept it may have been another version of the form. */
const isAlike = (kept: unknown, own: unknown) => kept !== null && typeof kept === typeof own

/**
 * Nothing that is typed is lost: what a form has that is not saved is kept under its name, through other tabs, other
 * pages and a reload, and stands in the form again when it comes back. So it is with a picture that goes with it.
 */
export const useTypedWork = <Values extends FieldValues, Checked extends FieldValues>(
  name: string,
  { formState, subscribe, setValue, getValues, reset }: Form<Values, Checked>,
  picture?: PictureDraft,
): TypedWork => {
  const drafts = useShell().storage.tab
  const [isBack, setBack] = useState(false)
  const { isDirty } = formState
  useUnsavedWork(isDirty || (picture !== undefined && picture.change !== null))

  useEffect(() => {
    const own = getValues()
    const kept = Object.entries(readDraft(drafts, name)).filter(([field, value]) => isAlike(value, own[field]))
    for (const [field, value] of kept) {
      setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
    setBack(kept.length > 0)

    return subscribe({
      formState: { values: true, isDirty: true, dirtyFields: true },
      callback: ({ values, isDirty, dirtyFields }) => {
        const changed = Object.entries(dirtyFields ?? {}).filter(([, dirty]) => hasChange(dirty))
        if (isDirty && changed.length > 0) {
          drafts.set(name, Object.fromEntries(changed.map(([field]) => [field, values[field]])))
        } else {
          drafts.remove(name)
          setBack(false)
        }
      },
    })
  }, [drafts, name, subscribe, setValue, getValues])

  return {
    isBack: isBack || (picture?.isBack ?? false),
    lostPicture: picture?.lostName ?? null,
    startOver() {
      reset()
      picture?.choose(null)
    },
    forget() {
      drafts.remove(name)
      picture?.choose(null)
    },
  }
}
