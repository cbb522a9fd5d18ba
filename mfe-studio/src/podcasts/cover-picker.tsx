import { Cover } from '@griot/ui/cover'
import { isUploaded, type PictureChange } from '../pictures/change-picture.ts'
import { PicturePicker } from '../pictures/picture-picker.tsx'
import { ArtworkSuggestion } from './artwork-suggestion.tsx'

interface CoverPickerProps {
  /** The podcast whose cover it is, once there is one. */
  podcast?: { id: string; title: string; coverImage: string }
  change: PictureChange
  error?: string | undefined
  onChange: (change: PictureChange) => void
}

/** Podcast directories take covers of these sizes. */
const BEST = { from: 1400, to: 3000 }

export function CoverPicker({ podcast, ...picking }: CoverPickerProps) {
  return (
    <PicturePicker
      {...picking}
      label="Cover"
      fieldLabel="Cover picture"
      best={BEST}
      shown={podcast && <Cover id={podcast.id} title={podcast.title} src={podcast.coverImage} />}
      isUploaded={podcast !== undefined && isUploaded(podcast.coverImage)}
      hint="JPEG, PNG or WebP, best square and 1400 to 3000 pixels wide. Without one we draw a cover for you."
      hintWithout="Without a picture we draw a cover for you."
      suggestion={(onTake) => <ArtworkSuggestion onTake={onTake} />}
    />
  )
}
