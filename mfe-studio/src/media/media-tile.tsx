import type { MediaFile } from '@griot/contracts/media/media-file'
import AudioLines from 'lucide-react/icons/audio-lines'
import { formatName } from './media-facts.ts'

/** The picture of a sound that has none. */
export function MediaTile({ file }: { file: MediaFile }) {
  return (
    <div className="studio:grid studio:size-16 studio:flex-none studio:content-center studio:justify-items-center studio:gap-0.5 studio:rounded-m studio:bg-teal-wash studio:text-teal">
      <AudioLines size={24} aria-hidden="true" />
      <span className="studio:max-w-14 studio:truncate studio:text-[0.6875rem] studio:font-bold studio:tracking-wide">
        {formatName(file)}
      </span>
    </div>
  )
}
