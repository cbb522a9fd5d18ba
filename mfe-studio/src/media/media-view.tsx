import type { MediaFile } from '@griot/contracts/media/media-file'
import { Badge } from '@griot/ui/badge'
import { Card } from '@griot/ui/card'
import { formatDuration } from '@griot/ui/format'
import { Skeleton } from '@griot/ui/skeleton'
import { Spinner } from '@griot/ui/spinner'
import AudioLines from 'lucide-react/icons/audio-lines'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'

export function MediaStatus({ file }: { file: MediaFile }) {
  if (file.status === 'processing') {
    return (
      <Badge>
        <Spinner /> Processing…{file.progress !== null && ` ${Math.round(file.progress)}%`}
      </Badge>
    )
  }
  if (file.status === 'failed') {
    return (
      <Badge tone="danger">
        <CircleAlert aria-hidden="true" /> Failed
      </Badge>
    )
  }
  return (
    <Badge tone="teal">
      <Check aria-hidden="true" /> Ready
    </Badge>
  )
}

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

/** The subtype of the mime type, upper case: MPEG, WAV, FLAC. */
export const formatName = ({ mimeType }: Pick<MediaFile, 'mimeType'>) =>
  (mimeType.split(';')[0]?.split('/')[1] ?? mimeType).trim().toUpperCase()

export const durationText = ({ duration }: Pick<MediaFile, 'duration'>) =>
  duration === null ? 'Unknown' : formatDuration(duration)

const GRID =
  'studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-4 studio:sm:grid-cols-2 studio:min-[90rem]:grid-cols-3'

export function MediaGrid({ children }: { children: ReactNode }) {
  return <ul className={GRID}>{children}</ul>
}

export function MediaGridSkeleton() {
  return (
    <div className={GRID}>
      {['first', 'second', 'third'].map((card) => (
        <Card key={card} className="studio:grid studio:gap-4">
          <div className="studio:flex studio:gap-4">
            <Skeleton width="4rem" height="4rem" />
            <div className="studio:grid studio:flex-1 studio:content-start studio:gap-2">
              <Skeleton height="1.25rem" />
              <Skeleton width="60%" />
            </div>
          </div>
          <Skeleton height="2.25rem" width="7rem" />
        </Card>
      ))}
    </div>
  )
}
