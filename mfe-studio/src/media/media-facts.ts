import type { MediaFile } from '@griot/contracts/media/media-file'
import { formatDuration } from '@griot/ui/format'

/** The subtype of the mime type, upper case: MPEG, WAV, FLAC. */
export const formatName = ({ mimeType }: Pick<MediaFile, 'mimeType'>) =>
  (mimeType.split(';')[0]?.split('/')[1] ?? mimeType).trim().toUpperCase()

export const durationText = ({ duration }: Pick<MediaFile, 'duration'>) =>
  duration === null ? 'Unknown' : formatDuration(duration)
