import FolderOpen from 'lucide-react/icons/folder-open'
import Mic from 'lucide-react/icons/mic'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { FileButton } from '../file-button.tsx'
import { useStorage } from './api.ts'
import { sizeLimitText } from './choose-files.ts'

interface FilePickerProps {
  onPick: (files: readonly File[], folders?: readonly string[]) => void
  /** Files were chosen already, so the picker is smaller. */
  isForMore: boolean
}

export function FilePicker({ onPick, isForMore }: FilePickerProps) {
  const id = useId()
  const isOver = useDropAnywhere(onPick)
  const storage = useStorage()

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
          ? 'Drop the files to select them.'
          : `Drop audio here, or choose it from your device. Up to ${sizeLimitText(storage.data)} a file.`}
      </p>
      <FileButton id={id} accept="audio/*" multiple onPick={onPick}>
        <FolderOpen aria-hidden="true" />
        Browse
      </FileButton>
    </fieldset>
  )
}

/** The files and the names of the folders. Browsers list a folder as a file whose bytes cannot be read. */
const droppedFrom = ({ items, files }: DataTransfer): [File[], string[]] => {
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry())
  const isFolder = (_: File, at: number) => entries[at]?.isDirectory === true
  const folders = [...files].filter(isFolder).map(({ name }) => name)
  return [[...files].filter((file, at) => !isFolder(file, at)), folders]
}

/**
 * Accepts files that are dropped anywhere on the page, and returns whether files are dragged over it. Without a handler
 * the browser would leave the page and open the file.
 */
const useDropAnywhere = (onDrop: FilePickerProps['onPick']) => {
  const [isOver, setIsOver] = useState(false)
  const handleDrop = useEffectEvent(onDrop)

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const handleFiles = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsOver(event.type === 'dragover')
      if (event.type === 'drop') handleDrop(...droppedFrom(event.dataTransfer))
    }
    // A related target means that the pointer is still on the page.
    const handleLeave = ({ relatedTarget }: DragEvent) => !relatedTarget && setIsOver(false)
    addEventListener('dragover', handleFiles, { signal })
    addEventListener('drop', handleFiles, { signal })
    addEventListener('dragleave', handleLeave, { signal })
    return () => listening.abort()
  }, [])

  return isOver
}
