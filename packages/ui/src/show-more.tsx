import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

/** An infinite query of TanStack Query. */
export interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

interface ShowMoreProps {
  pages: Pages
  /** As in "We could not load more …". */
  what: string
  /** Also loads the next page when the end of the list is near. Not for lists with content below them. */
  onScroll?: boolean
}

/** A button that loads the next page; nothing on the last page. */
export function ShowMore({ pages, what, onScroll = false }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const end = useRef<HTMLDivElement>(null)
  // After a failure only the button retries, because an automatic retry would loop.
  const loadsOnScroll = onScroll && hasNextPage && !isFetchingNextPage && !isFetchNextPageError

  useEffect(() => {
    if (!loadsOnScroll || !end.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: '50% 0px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [loadsOnScroll, fetchNextPage])

  if (!hasNextPage) return null
  return (
    <div ref={end} className="g-show-more">
      {isFetchNextPageError && <p role="alert">We could not load more {what}.</p>}
      <Button look="secondary" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? 'Retry' : 'Show more'}
      </Button>
    </div>
  )
}
