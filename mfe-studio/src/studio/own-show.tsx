import type { FullPodcast } from '@griot/contracts/catalog/podcasts'
import { ApiError } from '@griot/contracts/errors'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { QueryStates } from '@griot/ui/query-states'
import { RowListSkeleton } from '@griot/ui/row-list'
import { Screen } from '@griot/ui/screen'
import SearchX from 'lucide-react/icons/search-x'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useShow } from '../podcasts/api.ts'

/** The show of the address, if the user may change it. `title` is that of the page while the show loads. */
export function OwnShow({ title, children }: { title: string; children: (show: FullPodcast) => ReactNode }) {
  const { id = '' } = useParams()
  const me = useStore(useShell().session.user)
  const show = useShow(id)
  const { data, error } = show
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)

  if (isMissing || (data && data.hostId !== me?.id)) return <ShowNotFound />
  if (data) return children(data)
  return (
    <Screen title={title}>
      <QueryStates query={show} what="this show" skeleton={<RowListSkeleton />}>
        {children}
      </QueryStates>
    </Screen>
  )
}

function ShowNotFound() {
  const back = (
    <Link to="/studio" {...buttonLook({ look: 'primary' })}>
      Your shows
    </Link>
  )
  return (
    <Screen title="Show Not Found" width="narrow">
      <EmptyState title="We could not find this show" icon={<SearchX />} action={back}>
        You have no show at this address.
      </EmptyState>
    </Screen>
  )
}
