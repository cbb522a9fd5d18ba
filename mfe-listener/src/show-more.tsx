import { Button } from '@griot/ui/button'
import { useEffect, useRef } from 'react'

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

interface ShowMoreProps {
  pages: Pages
  what: string
  /** Something stands below the list. */
  onlyWhenAsked?: boolean
}

/** The way to the rest of a list: it comes by itself when this comes near, and by the button for whoever is there first. */
export function ShowMore({ pages, what, onlyWhenAsked = false }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const place = useRef<HTMLDivElement>(null)
  // What failed waits to be asked for: it would fail again and again.
  const comesByItself = !onlyWhenAsked && hasNextPage && !isFetchingNextPage && !isFetchNextPageError

  useEffect(() => {
    if (!comesByItself || !place.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage()
      },
      { rootMargin: '50% 0px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [comesByItself, fetchNextPage])

  if (!hasNextPage) return null
  return (
    <div ref={place} className="listener:mt-8 listener:grid listener:justify-items-center listener:gap-3">
      {isFetchNextPageError && <p role="alert">We could not load more {what}.</p>}
      <Button look="secondary" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? 'Retry' : 'Show more'}
      </Button>
    </div>
  )
}
