import { useShell } from '@griot/shell-sdk/react'
import { leftOf, useStorage } from './api.ts'
import { lengthObjection, objectionTo, roomObjection, withType } from './check-file.ts'
import { isChosen } from './known-files.ts'
import { readDuration } from './read-duration.ts'
import type { Uploads } from './use-uploads.ts'

/** Takes files that were picked: what can be known of them without sending them is said at once. */
export const useChooseFiles = (uploads: Uploads) => {
  const { ui } = useShell()
  const storage = useStorage()

  const listen = async (key: string, file: File) => {
    const duration = await readDuration(file)
    if (duration === null) return
    const objection = lengthObjection(duration)
    if (!objection) return uploads.setDuration(key, duration)
    ui.toast(objection)
    uploads.clear(key)
  }

  return (picked: readonly File[]) => {
    const left = leftOf(storage.data)
    // What has begun is part of what is used.
    const planned = uploads.items.filter(({ uploadId }) => uploadId === null).map(({ file }) => file)
    const taken: File[] = []
    for (const file of picked.map(withType)) {
      if (isChosen(file, [...uploads.items, ...taken.map((one) => ({ file: one }))])) {
        ui.toast({ title: 'Chosen already', description: `${file.name} is in the list.` })
        continue
      }
      const objection = objectionTo(file) ?? roomObjection(file, [...planned, ...taken], left)
      if (objection) ui.toast(objection)
      else taken.push(file)
    }
    const keys = uploads.add(taken)
    for (const [at, file] of taken.entries()) void listen(keys[at] ?? '', file)
  }
}
