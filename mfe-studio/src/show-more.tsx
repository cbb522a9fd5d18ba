import { Button } from '@griot/ui/button'

interface ShowMoreProps {
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  what: string
}

/** The rest of a list, a page at a time. */
export function ShowMore({ list, what }: ShowMoreProps) {
  if (!list.hasNextPage) return null
  return (
    <div className="studio:mt-4 studio:grid studio:justify-items-start studio:gap-2">
      {list.isFetchNextPageError && (
        <p role="alert" className="g-error">
          We could not load more of {what}.
        </p>
      )}
      <Button look="secondary" size="small" pending={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {list.isFetchNextPageError ? 'Try again' : 'Show more'}
      </Button>
    </div>
  )
}
