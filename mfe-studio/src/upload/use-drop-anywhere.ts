import { useEffect, useRef, useState } from 'react'

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/**
 * Takes files that are dropped anywhere on the page, and tells whether some are held over it. A browser that finds nobody
 * to take them would leave the page and open them.
 */
export const useDropAnywhere = (onDrop: (files: readonly File[]) => void) => {
  const [isOver, setIsOver] = useState(false)
  const take = useRef(onDrop)
  useEffect(() => {
    take.current = onDrop
  })

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const handleOver = (event: DragEvent) => {
      if (!bringsFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    const handleLeave = ({ relatedTarget }: DragEvent) => {
      // From one thing on the page to the next is not away from it.
      if (!relatedTarget) setIsOver(false)
    }
    const handleDrop = (event: DragEvent) => {
      if (!bringsFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      take.current([...(event.dataTransfer?.files ?? [])])
    }
    addEventListener('dragover', handleOver, { signal })
    addEventListener('dragleave', handleLeave, { signal })
    addEventListener('drop', handleDrop, { signal })
    return () => listening.abort()
  }, [])

  return isOver
}
