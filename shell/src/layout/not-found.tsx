import { buttonLook } from '@griot/ui/button'
import { Screen } from '@griot/ui/screen'
import { Link } from 'react-router-dom'

export function NotFound() {
  return (
    <Screen title="404 Page Not Found" width="narrow" intro="There is nothing at this address. It may have moved.">
      <Link to="/discover" {...buttonLook()}>
        Discover podcasts
      </Link>
    </Screen>
  )
}
