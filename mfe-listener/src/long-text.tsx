import { ShowNotes } from '@griot/ui/show-notes'
import { useEffect, useId, useRef, useState } from 'react'

interface LongTextProps {
  text: string
  html?: string | null | undefined
  /** Completes the accessible name of the button: "Read more about …". */
  about: string
  className?: string
}

/** Shows the first five lines of a text with links, and a button that shows the rest. */
export function LongText({ text, html, about, className }: LongTextProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isCut, setIsCut] = useState(false)

  useEffect(() => {
    const element = box.current?.firstElementChild
    if (!element || isOpen || typeof ResizeObserver === 'undefined') return
    // One pixel of tolerance, because line heights have fractions.
    const observer = new ResizeObserver(() => setIsCut(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])

  const label = isOpen ? 'Show less' : 'Read more'
  return (
    <div className={className}>
      <div ref={box} id={id}>
        <ShowNotes notes={text} html={html} duration={0} className={isOpen ? '' : 'listener:line-clamp-5'} />
      </div>
      {(isCut || isOpen) && (
        <button
          type="button"
          aria-label={`${label} about ${about}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="listener:mt-1 listener:min-h-11 listener:font-semibold listener:text-ink listener:underline listener:underline-offset-4 listener:sm:min-h-6"
        >
          {label}
        </button>
      )}
    </div>
  )
}
