import type { MediaFile, Rendition } from '@griot/contracts/media/media-file'
import { Progress } from '@griot/ui/progress'
import { Skeleton } from '@griot/ui/skeleton'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { ActionButton } from '../action.tsx'
import { useAskRendition, useChooseDelivery, usePeaks, useRemoveRendition } from './api.ts'
import { lufs, remarksOn } from './sound-report.ts'
import { WaveformPicture } from './waveform-picture.tsx'

const LOOKS = { fine: 'studio:text-teal', look: 'studio:text-points', bad: 'studio:text-danger' }

/** The waveform of a recording and remarks about its sound; nothing if it was not measured. */
export function QualityReport({ file }: { file: MediaFile }) {
  if (file.sound === null) return null
  const remarks = remarksOn(file.sound, file)
  return (
    <div className="studio:grid studio:gap-2">
      <Waveform file={file} />
      <ul aria-label={`Sound quality of ${file.originalName}`} className="studio:grid studio:gap-1 studio:text-sm">
        {remarks.map(({ tone, sentence }) => {
          const Icon = tone === 'fine' ? CircleCheck : CircleAlert
          return (
            <li key={sentence} className="studio:flex studio:items-start studio:gap-2">
              <Icon size={16} aria-hidden="true" className={`studio:mt-0.5 studio:flex-none ${LOOKS[tone]}`} />
              {sentence}
            </li>
          )
        })}
      </ul>
      <Normalization file={file} isOffered={remarks.some(({ canNormalize }) => canNormalize)} />
    </div>
  )
}

/** Requests a normalized version, and selects the version that listeners hear. */
function Normalization({ file, isOffered }: { file: MediaFile; isOffered: boolean }) {
  const ask = useAskRendition(file)
  const remove = useRemoveRendition(file)
  const { rendition, originalName } = file

  if (rendition === null) {
    return isOffered ? (
      <div>
        <ActionButton text="Normalize" label={`Normalize ${originalName}`} action={ask} input={null} />
      </div>
    ) : null
  }
  if (rendition.status === 'processing') {
    return (
      <div role="status" className="studio:grid studio:gap-2 studio:text-sm">
        <div className="studio:flex studio:items-center studio:justify-between studio:gap-3">
          <span>
            Normalizing…{rendition.progress !== null && ` ${Math.round(rendition.progress)}%`} Until then listeners hear
            the original.
          </span>
          <ActionButton
            text="Stop"
            look="quiet"
            label={`Stop normalizing ${originalName}`}
            action={remove}
            input={null}
          />
        </div>
        <Progress label={`Normalizing ${originalName}`} value={rendition.progress ?? 0} />
      </div>
    )
  }
  if (rendition.status === 'failed') {
    return (
      <div className="studio:grid studio:gap-2 studio:text-sm">
        <p className="studio:text-danger">{rendition.failure ?? 'It could not be normalized.'}</p>
        <div className="studio:flex studio:gap-2">
          {!rendition.isHopeless && <ActionButton text="Try again" action={ask} input={null} />}
          <ActionButton text="Dismiss" look="quiet" action={remove} input={null} />
        </div>
      </div>
    )
  }
  return <DeliveryChoice file={file} rendition={rendition} />
}

function DeliveryChoice({ file, rendition }: { file: MediaFile; rendition: Rendition }) {
  const choose = useChooseDelivery(file)
  const remove = useRemoveRendition(file)
  const evenly = rendition.loudness === null ? 'Normalized' : `Normalized, ${lufs(rendition.loudness)}`
  const choices = [
    { delivers: 'rendition', label: evenly },
    { delivers: 'original', label: 'Original' },
  ] as const
  // Show the choice before the server confirms it.
  const delivers = choose.isPending ? choose.variables : file.delivers
  return (
    <fieldset className="studio:grid studio:gap-1 studio:text-sm">
      <legend className="studio:mb-1 studio:font-semibold">Listeners hear</legend>
      {choices.map((choice) => (
        <label key={choice.delivers} className="studio:flex studio:min-h-6 studio:items-center studio:gap-2">
          <input
            type="radio"
            name={`delivers ${file.id}`}
            checked={delivers === choice.delivers}
            onChange={() => choose.mutate(choice.delivers)}
            className="studio:size-4 studio:accent-teal"
          />
          {choice.label}
        </label>
      ))}
      <div>
        <ActionButton
          text="Remove the normalized version"
          look="quiet"
          label={`Remove the normalized version of ${file.originalName}`}
          action={remove}
          input={null}
        />
      </div>
    </fieldset>
  )
}

/** How loud a recording is from its beginning to its end. A file that has no waveform shows none. */
function Waveform({ file }: { file: MediaFile }) {
  const peaks = usePeaks(file)

  if (peaks.isPending) return <Skeleton height="2.5rem" />
  if (!peaks.data) return null
  return <WaveformPicture peaks={peaks.data} label={`Waveform of ${file.originalName}`} className="studio:h-10" />
}
