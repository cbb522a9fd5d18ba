import { codecName } from '@griot/contracts/media/audio-types'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { formatFileSize } from '@griot/ui/format'
import { durationText } from '../media/media-facts.ts'
import { MediaStatus } from '../media/media-status.tsx'
import { MediaTile } from '../media/media-tile.tsx'
import { QualityReport } from '../media/quality-report.tsx'
import { ProcessingSteps } from './processing-steps.tsx'

const channelsText = (channels: number) =>
  channels === 1 ? 'mono' : channels === 2 ? 'stereo' : `${channels} channels`

/** What was measured, in the order a creator would ask. */
const measured = (file: MediaFile) =>
  [
    durationText(file),
    file.codec && codecName(file.codec),
    file.bitrate && `${Math.round(file.bitrate / 1000)} kbps`,
    file.sampleRate && `${file.sampleRate / 1000} kHz`,
    file.channels && channelsText(file.channels),
  ].filter(Boolean)

const sentenceFor = (file: MediaFile) => {
  if (file.status === 'failed') return file.failure ?? 'We could not read this file.'
  return measured(file).join(' · ')
}

/** An upload on its way to being heard; it changes by itself. */
export function ProcessingRow({ file }: { file: MediaFile }) {
  return (
    <li className="studio:flex studio:flex-wrap studio:items-center studio:gap-x-4 studio:gap-y-2 studio:py-4">
      <MediaTile file={file} />
      <div className="studio:min-w-0 studio:flex-1 studio:basis-40">
        <p className="studio:font-semibold studio:wrap-anywhere">{file.originalName}</p>
        <p className="studio:text-sm studio:text-muted">
          {file.status !== 'failed' && formatFileSize(file.fileSize)}
          {file.status === 'ready' && ' · '}
          {file.status !== 'processing' && sentenceFor(file)}
        </p>
      </div>
      <div role="status">
        <MediaStatus file={file} />
      </div>
      {file.status === 'processing' && <ProcessingSteps file={file} />}
      {file.status === 'ready' && (
        <div className="studio:basis-full">
          <QualityReport file={file} />
        </div>
      )}
    </li>
  )
}
