import { ApiError } from '@griot/contracts/errors'
import { buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { Screen } from '@griot/ui/screen'
import SearchX from 'lucide-react/icons/search-x'
import { Link } from 'react-router-dom'

/** Whether the server says that there is no such thing: an unknown id, or one that is not an id at all. */
export const isMissing = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400)

/** 'Episode Not Found', 'Podcast Not Found'. */
export function NotFound({ what }: { what: 'Episode' | 'Podcast' }) {
  return (
    <Screen title={`${what} Not Found`} width="narrow">
      <EmptyState
        title="It may have moved on"
        icon={<SearchX />}
        action={
          <Link to="/discover" {...buttonLook({ look: 'primary' })}>
            Discover podcasts
          </Link>
        }
      >
        There is no {what.toLowerCase()} at this address. Perhaps the link was cut short, or its creator took it down.
      </EmptyState>
    </Screen>
  )
}
