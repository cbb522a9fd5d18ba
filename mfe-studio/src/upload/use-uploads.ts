import { useShell, useStore } from '@griot/shell-sdk/react'
import { type UploadsState, type Uploads as UploadsStore, uploadsOf } from './uploads.ts'

export type Uploads = UploadsStore & UploadsState

/** Uploads as they stand, and what can be done with them. */
export const useUploads = (): Uploads => {
  const uploads = uploadsOf(useShell())
  return { ...uploads, ...useStore(uploads.state) }
}
