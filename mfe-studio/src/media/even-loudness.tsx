import type { MediaFile, Rendition } from '@griot/contracts/media/media-file'
import { Button } from '@griot/ui/button'
import { Progress } from '@griot/ui/progress'
import { useAskRendition, useChooseDelivery, useRemoveRendition } from './api.ts'
import { lufs } from './sound-report.ts'

interface EvenLoudnessProps {
  file: MediaFile
  /** It would be better for it. */
  isOffered: boolean
}

/** The recording at an even loudness: asked for, being made, and chosen for listeners. */
export function EvenLoudness({ file, isOffered }: EvenLoudnessProps) {
  const ask = useAskRendition()
  const remove = useRemoveRendition()
  const { rendition, originalName } = file

  if (rendition === null) {
    if (!isOffered) return null
    return (
      <div>
        <Button
          look="secondary"
          size="small"
          aria-label={`Normalise ${originalName}`}
          pending={ask.isPending}
          onClick={() => ask.mutate(file)}
        >
          Normalise
        </Button>
      </div>
    )
  }
  if (rendition.status === 'processing') {
    return (
      <div role="status" className="studio:grid studio:gap-2 studio:text-sm">
        <div className="studio:flex studio:items-center studio:justify-between studio:gap-3">
          <span>
            Normalising…{rendition.progress !== null && ` ${Math.round(rendition.progress)}%`} Listeners hear the
            original meanwhile.
          </span>
          <Button
            look="quiet"
            size="small"
            aria-label={`Stop normalising ${originalName}`}
            pending={remove.isPending}
            onClick={() => remove.mutate(file)}
          >
            Stop
          </Button>
        </div>
        <Progress label={`Normalising ${originalName}`} value={rendition.progress ?? 0} />
      </div>
    )
  }
  if (rendition.status === 'failed') {
    return (
      <div className="studio:grid studio:gap-2 studio:text-sm">
        <p className="studio:text-danger">{rendition.failure ?? 'It could not be normalised.'}</p>
        <div className="studio:flex studio:gap-2">
          {!rendition.isHopeless && (
            <Button look="secondary" size="small" pending={ask.isPending} onClick={() => ask.mutate(file)}>
              Try again
            </Button>
          )}
          <Button look="quiet" size="small" pending={remove.isPending} onClick={() => remove.mutate(file)}>
            Leave it
          </Button>
        </div>
      </div>
    )
  }
  return <WhatIsHeard file={file} rendition={rendition} />
}

function WhatIsHeard({ file, rendition }: { file: MediaFile; rendition: Rendition }) {
  const choose = useChooseDelivery()
  const remove = useRemoveRendition()
  const evenly = rendition.loudness === null ? 'Normalised' : `Normalised, ${lufs(rendition.loudness)}`
  const choices = [
    { delivers: 'rendition', label: evenly },
    { delivers: 'original', label: 'Original' },
  ] as const
  // What was just chosen, before the server has said so.
  const delivers = choose.isPending ? choose.variables.delivers : file.delivers
  return (
    <fieldset className="studio:grid studio:gap-1 studio:text-sm">
      <legend className="studio:mb-1 studio:font-semibold">Listeners hear</legend>
      {choices.map((choice) => (
        <label key={choice.delivers} className="studio:flex studio:min-h-6 studio:items-center studio:gap-2">
          <input
            type="radio"
            name={`delivers ${file.id}`}
            checked={delivers === choice.delivers}
            onChange={() => choose.mutate({ file, delivers: choice.delivers })}
            className="studio:size-4 studio:accent-teal"
          />
          {choice.label}
        </label>
      ))}
      <div>
        <Button
          look="quiet"
          size="small"
          aria-label={`Remove the normalised ${file.originalName}`}
          pending={remove.isPending}
          onClick={() => remove.mutate(file)}
        >
          Remove the normalised one
        </Button>
      </div>
    </fieldset>
  )
}
