import type { Creator } from '@griot/contracts/catalog/creators'
import { Portrait } from '@griot/ui/portrait'
import { isUploaded, type PictureChange } from '../pictures/change-picture.ts'
import { PicturePicker } from '../pictures/picture-picker.tsx'

interface PortraitPickerProps {
  /** Whose picture it is, once there is a profile. */
  creator?: Creator
  change: PictureChange
  error?: string | undefined
  onChange: (change: PictureChange) => void
}

const BEST = { from: 400, to: 3000 }

export function PortraitPicker({ creator, ...picking }: PortraitPickerProps) {
  return (
    <PicturePicker
      {...picking}
      label="Picture of you"
      fieldLabel="Profile picture"
      best={BEST}
      isRound
      shown={creator && <Portrait name={creator.name} src={creator.profileImage} size="6rem" />}
      isUploaded={isUploaded(creator?.profileImage ?? null)}
      hint="JPEG, PNG or WebP, best square. Your profile and your podcasts show it."
      hintWithout="Without a picture your initials are shown."
    />
  )
}
