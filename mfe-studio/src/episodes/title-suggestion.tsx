import type { MediaFile } from '@griot/contracts/media/media-file'
import { Button } from '@griot/ui/button'

interface TitleSuggestionProps {
  audio: MediaFile | undefined
  /** What is typed. */
  title: string
  onTake: (title: string) => void
}

/** Offers the title that a recording brings along in its tags. */
export function TitleSuggestion({ audio, title, onTake }: TitleSuggestionProps) {
  const suggested = audio?.suggestions?.title
  if (!suggested || suggested === title) return null
  return (
    <p className="studio:flex studio:flex-wrap studio:items-center studio:gap-x-3 studio:gap-y-1">
      <span className="g-hint studio:wrap-anywhere">The recording calls itself “{suggested}”.</span>
      <Button look="secondary" size="small" onClick={() => onTake(suggested)}>
        Use this title
      </Button>
    </p>
  )
}
