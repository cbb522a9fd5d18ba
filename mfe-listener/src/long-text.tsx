import { useEffect, useId, useRef, useState } from 'react'

interface LongTextProps {
  text: string
  /** Completes the accessible name of the button: "Read more about …". */
  about: string
  className?: string
}

/** Shows the first five lines of a text, with a button that shows the rest. */
export function LongText({ text, about, className }: LongTextProps) {
  const id = useId()
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isCut, setIsCut] = useState(false)

  useEffect(() => {
    const element = paragraph.current
    if (!element || isOpen || typeof ResizeObserver === 'undefined') return
    // One pixel of tolerance, because line heights have fractions.
    const observer = new ResizeObserver(() => setIsCut(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])

  const label = isOpen ? 'Show less' : 'Read more'
  return (
    <div className={className}>
      <p
        ref={paragraph}
        id={id}
        data-cut={!isOpen}
        className="listener:whitespace-pre-line listener:wrap-anywhere listener:data-[cut=true]:line-clamp-5"
      >
        {text}
      </p>
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
