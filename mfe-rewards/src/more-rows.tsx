import { Button } from '@griot/ui/button'
import { LoadFailed } from '@griot/ui/load-failed'

interface MoreRowsProps {
  /** As in "We could not load …". */
  what: string
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => void }
}

/** The way to the next rows of a list, until there are none. */
export function MoreRows({ what, pages }: MoreRowsProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  if (!hasNextPage) return null
  return (
    <div className="rewards:mt-4">
      {isFetchNextPageError ? (
        <LoadFailed what={what} onRetry={() => fetchNextPage()} />
      ) : (
        <Button look="secondary" size="small" pending={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}
