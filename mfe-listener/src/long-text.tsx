import { useEffect, useId, useRef, useState } from 'react'

interface LongTextProps {
  text: string
  /** What it is about, for whoever hears the button alone. */
  about: string
  className?: string
}

/** Words that may be many: the first lines of them, and the rest when asked for. */
export function LongText({ text, about, className }: LongTextProps) {
  const id = useId()
  const words = useRef<HTMLParagraphElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isCut, setIsCut] = useState(false)

  useEffect(() => {
    const element = words.current
    if (!element || isOpen || typeof ResizeObserver === 'undefined') return
    // A pixel of tolerance: lines have heights with fractions.
    const observer = new ResizeObserver(() => setIsCut(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])

  const word = isOpen ? 'Show less' : 'Read more'
  return (
    <div className={className}>
      <p
        ref={words}
        id={id}
        data-cut={!isOpen}
        className="listener:whitespace-pre-line listener:wrap-anywhere listener:data-[cut=true]:line-clamp-5"
      >
        {text}
      </p>
      {(isCut || isOpen) && (
        <button
          type="button"
          aria-label={`${word} about ${about}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="listener:mt-1 listener:min-h-11 listener:font-semibold listener:text-ink listener:underline listener:underline-offset-4 listener:sm:min-h-6"
        >
          {word}
        </button>
      )}
    </div>
  )
}
