import { useShell, useStore } from '@griot/shell-sdk/react'
import { useState } from 'react'
import { readDraft } from '../read-draft.ts'
import type { PictureChange } from './change-picture.ts'

export type PictureDraft = ReturnType<typeof usePictureDraft>

// The storage of a tab holds text only, so it keeps the name. The file is kept until the page is reloaded.
const files = new Map<string, File>()

/** Keeps an unsaved picture across tabs and pages of the module. After a reload it returns only the picture's name. */
export const usePictureDraft = (form: string) => {
  const { session, storage } = useShell()
  const userId = useStore(session.user)?.id ?? ''
  const fileKey = `${userId} ${form}`
  const draftKey = `${form} picture`

  const [draft, setDraft] = useState((): { change: PictureChange; isRestored: boolean; lostName: string | null } => {
    const { isRemoval, fileName } = readDraft(storage.tab, draftKey)
    if (isRemoval === true) return { change: 'remove', isRestored: true, lostName: null }
    const file = files.get(fileKey)
    if (file !== undefined && file.name === fileName) return { change: file, isRestored: true, lostName: null }
    return { change: null, isRestored: false, lostName: typeof fileName === 'string' ? fileName : null }
  })

  return {
    ...draft,
    choose(change: PictureChange) {
      setDraft({ change, isRestored: false, lostName: null })
      files.delete(fileKey)
      if (change === null) storage.tab.remove(draftKey)
      else if (change === 'remove') storage.tab.set(draftKey, { isRemoval: true })
      else {
        files.set(fileKey, change)
        storage.tab.set(draftKey, { fileName: change.name })
      }
    },
  }
}
