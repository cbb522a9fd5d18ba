import type { FullPodcast } from '@griot/contracts/catalog/podcasts'
import { type MemberRole, type Right, roleMay } from '@griot/contracts/catalog/roles'
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
import { useAccess } from '../members/api.ts'
import { useShow } from '../podcasts/api.ts'

interface OwnShowProps {
  /** Of the page while the show loads. */
  title: string
  /** The right that the page requires. */
  right: Right
  children: (show: FullPodcast, role: MemberRole) => ReactNode
}

/** The show of the address, if the user is a member whose role has this right. */
export function OwnShow({ title, right, children }: OwnShowProps) {
  const { id = '' } = useParams()
  const me = useStore(useShell().session.user)
  const show = useShow(id)
  const isHost = show.data !== undefined && show.data.hostId === me?.id
  const access = useAccess(id, show.data !== undefined && !isHost)
  const role = isHost ? 'owner' : access.data?.role

  const error = show.error ?? (isHost ? null : access.error)
  if (isMissing(error) || role === null) return <ShowNotFound />
  if (show.data && role !== undefined) return roleMay(role, right) ? children(show.data, role) : <ShowNotFound />
  return (
    <Screen title={title}>
      <QueryStates query={show.data ? access : show} what="this show" skeleton={<RowListSkeleton />}>
        {() => null}
      </QueryStates>
    </Screen>
  )
}

const isMissing = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400)

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
