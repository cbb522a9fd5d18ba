import { UploadPodcastCover } from '@griot/contracts/catalog/covers'
import type { GivenPicture } from '@griot/contracts/catalog/given-picture'
import { Button } from '@griot/ui/button'
import { Input } from '@griot/ui/input'
import ImagePlus from 'lucide-react/icons/image-plus'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { FileButton } from '../file-button.tsx'
import { fieldsOf } from '../form-layout.tsx'
import { isUploaded, type PictureChange, type PictureKind, takesUrl } from './change-picture.ts'
import { adviceOn } from './picture-advice.ts'
import type { PictureDraft } from './picture-draft.ts'

const KINDS = {
  cover: {
    label: 'Cover',
    fieldLabel: 'Cover picture',
    best: {
      // Podcast directories accept covers of these sizes.
      from: 1400,
      to: 3000,
      below: 'Podcast directories need 1400 pixels, so we enlarge it for them, and it may look blurred there.',
    },
    look: 'studio:rounded-m',
    hint: 'JPEG, PNG or WebP, best square and 1400 to 3000 pixels wide. Without one we draw a cover for you.',
    hintWithout: 'Without a picture we draw a cover for you.',
    urlField: 'coverImage',
    urlLabel: 'Cover Image URL (optional)',
  },
  portrait: {
    label: 'Picture of you',
    fieldLabel: 'Profile picture',
    best: { from: 400, to: 3000, below: 'It may look blurred on large screens.' },
    look: 'studio:rounded-full',
    hint: 'JPEG, PNG or WebP, best square. Your profile and your podcasts show it.',
    hintWithout: 'Without a picture your initials are shown.',
    urlField: 'profileImage',
    urlLabel: 'Profile Image URL (optional)',
  },
}

const NO_PICTURE = (
  <span className="studio:grid studio:size-full studio:place-items-center studio:text-muted">
    <ImagePlus aria-hidden="true" />
  </span>
)

interface PicturePickerProps {
  kind: PictureKind
  draft: PictureDraft
  /** The URL of the current picture. */
  current: string | null | undefined
  given?: GivenPicture | undefined
  shown?: ReactNode
  /** Another source of a picture. */
  suggestion?: (onTake: (picture: File) => Promise<void>) => ReactNode
}

/** Selects a picture, previews how it is cropped, and gives advice about its size. Without one, it takes a URL. */
export function PicturePicker({
  kind,
  draft: { change, choose },
  current,
  given,
  shown,
  suggestion,
}: PicturePickerProps) {
  const { label, fieldLabel, best, look, hint, hintWithout, urlField, urlLabel } = KINDS[kind]
  const form = useFormContext()
  const [refusal, setRefusal] = useState<string>()
  const notes = useId()
  const bitmap = useBitmap(change)
  const problem = refusal ?? form.formState.errors.root?.picture?.message
  const advice =
    change instanceof File && bitmap ? adviceOn({ bytes: change.size, size: bitmap }, best).advice : undefined

  const handleChange = (next: PictureChange) => {
    choose(next)
    form.clearErrors('root.picture')
  }
  const handleFile = async (file: File) => {
    const size = await createImageBitmap(file).catch(() => null)
    const { error } = adviceOn({ bytes: file.size, size }, best)
    setRefusal(error)
    if (!error) handleChange(file)
  }
  return (
    <>
      <fieldset
        className="studio:flex studio:min-w-0 studio:flex-wrap studio:items-center studio:gap-4"
        aria-describedby={notes}
      >
        <legend className="g-label studio:mb-2">{label} (optional)</legend>
        <span
          className={`studio:block studio:size-24 studio:flex-none studio:overflow-hidden studio:border studio:border-line studio:bg-raised ${look}`}
        >
          {bitmap ? <SquareOf bitmap={bitmap} /> : (change !== 'remove' && shown) || NO_PICTURE}
        </span>
        <div className="studio:grid studio:min-w-[min(100%,9rem)] studio:flex-1 studio:justify-items-start studio:gap-2">
          <div className="studio:flex studio:flex-wrap studio:gap-2">
            <FileButton
              label={fieldLabel}
              accept={UploadPodcastCover.fileTypes.join(',')}
              size="small"
              onPick={([file]) => file && void handleFile(file)}
            >
              {change instanceof File ? 'Choose another' : 'Choose a picture'}
            </FileButton>
            {(change !== null || isUploaded(current)) && (
              <Button look="quiet" size="small" onClick={() => handleChange(change === null ? 'remove' : null)}>
                {change === null ? 'Remove' : 'Undo'}
              </Button>
            )}
          </div>
          {!(change instanceof File) && suggestion?.(handleFile)}
        </div>
        <div id={notes} className="studio:w-full">
          {problem ? (
            <p role="alert" className="g-error">
              {problem}
            </p>
          ) : (
            <p className="g-hint">{advice ?? (change === 'remove' ? hintWithout : hint)}</p>
          )}
        </div>
      </fieldset>
      {takesUrl(change, current) && (
        <Input
          label={urlLabel}
          type="url"
          inputMode="url"
          placeholder="https://"
          hint={given?.failure ? `We could not load this picture. ${given.failure}` : 'We load a copy of it once.'}
          {...fieldsOf(form)(urlField)}
        />
      )}
    </>
  )
}

/** The decoded picture; null until it is decoded. A file that was removed after it was chosen stays null. */
const useBitmap = (change: PictureChange) => {
  const [decoded, setDecoded] = useState<{ file: File; bitmap: ImageBitmap } | null>(null)
  useEffect(() => {
    if (!(change instanceof File)) return
    let isCurrent = true
    createImageBitmap(change).then(
      (bitmap) => isCurrent && setDecoded({ file: change, bitmap }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [change])
  return decoded?.file === change ? decoded.bitmap : null
}

/** A canvas, because the content security policy refuses images that were not fetched. */
function SquareOf({ bitmap }: { bitmap: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    const side = Math.min(bitmap.width, bitmap.height)
    const from = { x: (bitmap.width - side) / 2, y: (bitmap.height - side) / 2 }
    context.clearRect(0, 0, element.width, element.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, from.x, from.y, side, side, 0, 0, element.width, element.height)
  }, [bitmap])

  return (
    <canvas
      ref={canvas}
      width={192}
      height={192}
      role="img"
      aria-label="Preview of the cropped picture"
      className="studio:block studio:size-full"
    />
  )
}
