import { ApiError } from '@griot/contracts/errors'
import { buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { QueryStates, type QueryStatesProps } from '@griot/ui/query-states'
import { Screen } from '@griot/ui/screen'
import { Skeleton } from '@griot/ui/skeleton'
import SearchX from 'lucide-react/icons/search-x'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface DetailScreenProps<Data> extends Pick<QueryStatesProps<Data>, 'skeleton' | 'children'> {
  what: 'Episode' | 'Podcast'
  query: QueryStatesProps<Data>['query'] & { error: unknown }
}

/** The page of one episode or podcast, also while it loads, after it failed and if there is none. */
export function DetailScreen<Data>({ what, query, skeleton, children }: DetailScreenProps<Data>) {
  const noun = what.toLowerCase()
  const { data, error } = query
  // The id is unknown or malformed.
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NotFound what={what} />
  if (data !== undefined) return children(data)
  return (
    <Screen title={what} head={error ? undefined : <DetailHeadSkeleton />}>
      <QueryStates query={query} what={`this ${noun}`} skeleton={skeleton}>
        {children}
      </QueryStates>
    </Screen>
  )
}

function NotFound({ what }: { what: string }) {
  return (
    <Screen title={`${what} Not Found`} width="narrow">
      <EmptyState
        title={`We could not find this ${what.toLowerCase()}`}
        icon={<SearchX />}
        action={
          <Link to="/discover" {...buttonLook({ look: 'primary' })}>
            Discover podcasts
          </Link>
        }
      >
        There is no {what.toLowerCase()} at this address. The link may be incomplete, or its creator may have removed
        it.
      </EmptyState>
    </Screen>
  )
}

const HEAD =
  'listener:grid listener:grid-cols-[minmax(0,1fr)] listener:gap-6 listener:sm:grid-cols-[minmax(0,2fr)_minmax(0,5fr)] listener:lg:gap-10'

/** A cover with title and actions next to it, or below it on phones. A short text ends where the cover ends. */
export function DetailHead({ cover, children }: { cover: ReactNode; children: ReactNode }) {
  return (
    <header className={HEAD}>
      <div className="listener:max-w-60 listener:sm:max-w-none">{cover}</div>
      <div className="listener:min-w-0 listener:self-end">{children}</div>
    </header>
  )
}

function DetailHeadSkeleton() {
  return (
    <DetailHead cover={<Skeleton shape="cover" />}>
      <div className="listener:grid listener:gap-3">
        <Skeleton width="7rem" height="1.5rem" />
        <Skeleton width="80%" height="3rem" />
        <Skeleton width="50%" height="1.5rem" />
        <Skeleton width="60%" height="2.75rem" />
      </div>
    </DetailHead>
  )
}

/** The main content with a narrower column next to it, or below it on small screens. */
export function DetailColumns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className="listener:mt-12 listener:grid listener:grid-cols-[minmax(0,1fr)] listener:items-start listener:gap-10 listener:lg:grid-cols-[minmax(0,1fr)_min(20rem,35%)]">
      {children}
      <div className="listener:grid listener:grid-cols-[minmax(0,1fr)] listener:gap-4">{side}</div>
    </div>
  )
}
