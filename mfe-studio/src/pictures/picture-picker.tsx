import { UploadPodcastCover } from '@griot/contracts/catalog/covers'
import { Button } from '@griot/ui/button'
import ImagePlus from 'lucide-react/icons/image-plus'
import { type ChangeEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { PictureChange } from './change-picture.ts'
import { adviceOn, type BestSize } from './picture-advice.ts'

interface PicturePickerProps {
  /** What the picture is: `Cover`, `Picture of you`. */
  label: string
  /** Names the field that takes the file, for assistive technology. */
  fieldLabel: string
  best: BestSize
  isRound?: boolean
  /** As it is shown now, when there is anything to show. */
  shown?: ReactNode
  isUploaded: boolean
  change: PictureChange
  /** What the server said of the picture. */
  error?: string | undefined
  hint: string
  /** What is shown in place of an uploaded picture that is taken away. */
  hintWithout: string
  /** Another way to come by a picture. */
  suggestion?: (onTake: (picture: File) => Promise<void>) => ReactNode
  onChange: (change: PictureChange) => void
}

/** Picks a picture, shows it as it will be cut, and says how it will look. */
export function PicturePicker(props: PicturePickerProps) {
  const { label, fieldLabel, best, isRound, shown, isUploaded, change, error, hint, hintWithout } = props
  const { suggestion, onChange } = props
  const input = useRef<HTMLInputElement>(null)
  const [picked, setPicked] = useState<{ file: File; bitmap: ImageBitmap | null } | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const notes = useId()
  const chosen = change instanceof File && picked?.file === change ? picked : null
  const bitmap = chosen?.bitmap ?? null
  const advice = chosen ? adviceOn({ bytes: chosen.file.size, size: bitmap }, best).advice : undefined
  const problem = refusal ?? error

  const isBack = change instanceof File && picked?.file !== change
  useEffect(() => {
    if (!isBack) return
    let isHere = true
    createImageBitmap(change).then(
      (bitmap) => isHere && setPicked({ file: change, bitmap }),
      // It was looked at when it was picked; whoever removed it meanwhile hears of it when it is sent.
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [isBack, change])

  const handleFile = async (file: File) => {
    const size = await createImageBitmap(file).catch(() => null)
    const { error: wrong } = adviceOn({ bytes: file.size, size }, best)
    setRefusal(wrong)
    if (wrong) return
    setPicked({ file, bitmap: size })
    onChange(file)
  }
  const handlePick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // The same file can be picked again after a look into it.
    event.target.value = ''
    if (file) void handleFile(file)
  }

  return (
    <fieldset
      className="studio:flex studio:min-w-0 studio:flex-wrap studio:items-center studio:gap-4"
      aria-describedby={notes}
    >
      <legend className="g-label studio:mb-2">{label} (optional)</legend>
      <span
        className={`studio:block studio:size-24 studio:flex-none studio:overflow-hidden studio:border studio:border-line studio:bg-raised ${isRound ? 'studio:rounded-full' : 'studio:rounded-m'}`}
      >
        {bitmap ? (
          <SquareOf bitmap={bitmap} />
        ) : shown && change !== 'remove' ? (
          shown
        ) : (
          <span className="studio:grid studio:size-full studio:place-items-center studio:text-muted">
            <ImagePlus aria-hidden="true" />
          </span>
        )}
      </span>
      <div className="studio:grid studio:min-w-[min(100%,9rem)] studio:flex-1 studio:justify-items-start studio:gap-2">
        <input
          ref={input}
          type="file"
          accept={UploadPodcastCover.fileTypes.join(',')}
          aria-label={fieldLabel}
          tabIndex={-1}
          className="g-visually-hidden"
          onChange={handlePick}
        />
        <div className="studio:flex studio:flex-wrap studio:gap-2">
          <Button look="secondary" size="small" onClick={() => input.current?.click()}>
            {bitmap ? 'Choose another' : 'Choose a picture'}
          </Button>
          {chosen || change === 'remove' ? (
            <Button look="quiet" size="small" onClick={() => onChange(null)}>
              Undo
            </Button>
          ) : isUploaded ? (
            <Button look="quiet" size="small" onClick={() => onChange('remove')}>
              Remove
            </Button>
          ) : null}
        </div>
        {!chosen && suggestion?.(handleFile)}
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
  )
}

/** A canvas, because the page's rules let no picture be shown that was not fetched from somewhere. */
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
      aria-label="The picture you chose, as it will be cut"
      className="studio:block studio:size-full"
    />
  )
}
