import { useShell, useStore } from '@griot/shell-sdk/react'
import { useState } from 'react'
import type { PictureChange } from '../pictures/change-picture.ts'
import { readDraft } from './drafts.ts'

export interface PictureDraft {
  change: PictureChange
  choose(change: PictureChange): void
  /** It was chosen before the form was left. */
  isBack: boolean
  /** What a picture was called that went with the page: only its owner's device has it. */
  lostName: string | null
}

// What a tab keeps is text, so it keeps the name; the file itself is here as long as the page is.
const ofThisPage = new Map<string, File>()

/** A picture that is chosen and not saved stays chosen, through other tabs and pages; of a reload it says what it has cost. */
export const usePictureDraft = (name: string): PictureDraft => {
  const { session, storage } = useShell()
  const userId = useStore(session.user)?.id ?? ''
  const key = `${userId} ${name}`
  const drafts = storage.tab
  const note = `${name} picture`

  const [draft, setDraft] = useState(() => {
    const { isRemoval, fileName } = readDraft(drafts, note)
    if (isRemoval === true) return { change: 'remove' as const, isBack: true, lostName: null }
    const file = ofThisPage.get(key)
    if (file !== undefined && file.name === fileName) return { change: file, isBack: true, lostName: null }
    return { change: null, isBack: false, lostName: typeof fileName === 'string' ? fileName : null }
  })

  return {
    ...draft,
    choose(change) {
      setDraft({ change, isBack: false, lostName: null })
      ofThisPage.delete(key)
      if (change === null) drafts.remove(note)
      else if (change === 'remove') drafts.set(note, { isRemoval: true })
      else {
        ofThisPage.set(key, change)
        drafts.set(note, { fileName: change.name })
      }
    },
  }
}
