import { buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { Screen } from '@griot/ui/screen'
import Compass from 'lucide-react/icons/compass'
import { Link } from 'react-router-dom'

export function NotFound() {
  return (
    <Screen title="404 Page Not Found">
      <EmptyState
        title="It may have moved"
        icon={<Compass />}
        action={
          <Link to="/discover" {...buttonLook()}>
            Discover podcasts
          </Link>
        }
      >
        There is nothing at this address.
      </EmptyState>
    </Screen>
  )
}
