import { Button } from '@griot/ui/button'
import FolderOpen from 'lucide-react/icons/folder-open'
import Mic from 'lucide-react/icons/mic'
import { useId, useRef } from 'react'
import { useDropAnywhere } from './use-drop-anywhere.ts'

interface FilePickerProps {
  onPick: (files: readonly File[]) => void
  /** Something was chosen already: this is for more, and stands back. */
  isForMore: boolean
}

/** Chooses audio files, by Browse or by dropping them. */
export function FilePicker({ onPick, isForMore }: FilePickerProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isOver = useDropAnywhere(onPick)

  return (
    <fieldset
      aria-label="Audio file"
      data-over={isOver}
      data-more={isForMore}
      className="studio:grid studio:justify-items-center studio:gap-3 studio:rounded-l studio:border-2 studio:border-dashed studio:border-line-strong studio:bg-surface studio:px-5 studio:py-12 studio:data-[more=true]:py-5 studio:text-center studio:transition-colors studio:data-[over=true]:border-teal studio:data-[over=true]:bg-teal-wash"
    >
      {!isForMore && (
        <span className="studio:grid studio:size-16 studio:place-items-center studio:rounded-full studio:bg-terracotta-wash studio:text-terracotta">
          <Mic size={30} aria-hidden="true" />
        </span>
      )}
      <label htmlFor={id} className="studio:font-display studio:text-2xl studio:font-bold">
        {isForMore ? 'Select More Audio Files' : 'Select Audio File'}
      </label>
      <p className="studio:max-w-sm studio:text-muted">
        {isOver
          ? 'Let go to choose them.'
          : 'Drop recordings here, or choose them from your device. Up to 100 MB each.'}
      </p>
      <input
        ref={input}
        id={id}
        type="file"
        accept="audio/*"
        multiple
        tabIndex={-1}
        className="g-visually-hidden"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // So that choosing the same file again is a change again.
          event.target.value = ''
          onPick(files)
        }}
      />
      <Button look="secondary" onClick={() => input.current?.click()}>
        <FolderOpen aria-hidden="true" />
        Browse
      </Button>
    </fieldset>
  )
}
