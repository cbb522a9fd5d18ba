import { Button } from '@griot/ui/button'
import FolderOpen from 'lucide-react/icons/folder-open'
import Mic from 'lucide-react/icons/mic'
import { type DragEvent, useId, useRef, useState } from 'react'

/** Chooses one audio file, by Browse or by dropping it here. */
export function FilePicker({ onPick }: { onPick: (file: File) => void }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onPick(file)
  }
  const handleDragOver = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }

  return (
    <fieldset
      aria-label="Audio file"
      onDrop={handleDrop}
      onDragOver={handleDragOver}
      onDragLeave={() => setIsOver(false)}
      data-over={isOver}
      className="studio:grid studio:justify-items-center studio:gap-3 studio:rounded-l studio:border-2 studio:border-dashed studio:border-line-strong studio:bg-surface studio:px-5 studio:py-12 studio:text-center studio:transition-colors studio:data-[over=true]:border-teal studio:data-[over=true]:bg-teal-wash"
    >
      <span className="studio:grid studio:size-16 studio:place-items-center studio:rounded-full studio:bg-terracotta-wash studio:text-terracotta">
        <Mic size={30} aria-hidden="true" />
      </span>
      <label htmlFor={id} className="studio:font-display studio:text-2xl studio:font-bold">
        Select Audio File
      </label>
      <p className="studio:max-w-sm studio:text-muted">
        Drop a recording here, or choose one from your device. Up to 100 MB.
      </p>
      <input
        ref={input}
        id={id}
        type="file"
        accept="audio/*"
        tabIndex={-1}
        className="g-visually-hidden"
        onChange={(event) => {
          const file = event.target.files?.[0]
          // So that choosing the same file again is a change again.
          event.target.value = ''
          if (file) onPick(file)
        }}
      />
      <Button look="secondary" onClick={() => input.current?.click()}>
        <FolderOpen aria-hidden="true" />
        Browse
      </Button>
    </fieldset>
  )
}
