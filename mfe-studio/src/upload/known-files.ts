import type { MediaFile } from '@griot/contracts/media/media-file'
import type { ChosenUpload } from './uploads.ts'

/** Whether this file, as it is on the disk now, was chosen before and has not arrived yet. */
export const isChosen = ({ name, size, lastModified }: File, items: readonly Pick<ChosenUpload, 'file'>[]) =>
  items.some(({ file }) => file.name === name && file.size === size && file.lastModified === lastModified)

/** Whether the library has one of this name and size. It may be another recording all the same. */
export const isInLibrary = ({ file, replaces }: ChosenUpload, library: readonly MediaFile[]) =>
  replaces === null &&
  library.some(({ originalName, fileSize }) => originalName === file.name && fileSize === file.size)
