import { buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { Screen } from '@griot/ui/screen'
import Compass from 'lucide-react/icons/compass'
import { Link, useLocation } from 'react-router-dom'
import { ModuleFailed } from '../modules/module-failed.tsx'
import { useModules } from '../modules/modules-context.ts'
import { useMenu } from './menu.tsx'

/** A path without a route. If the menu links to it, the module of the page is missing; otherwise there is no such page. */
export function UnknownPage() {
  const modules = useModules()
  const { pathname } = useLocation()
  const entry = useMenu().find(({ to }) => to === pathname)
  if (entry) {
    return <ModuleFailed title={entry.label} fallback={undefined} onRetry={() => void modules.registry.refresh()} />
  }
  return (
    <Screen title="404 Page Not Found">
      <EmptyState
        title="We could not find this page"
        icon={<Compass />}
        action={
          <Link to="/discover" {...buttonLook()}>
            Discover podcasts
          </Link>
        }
      >
        The link may be incomplete, or the page may have moved.
      </EmptyState>
    </Screen>
  )
}
