import { Button, buttonLook } from '@griot/ui/button'
import { Screen } from '@griot/ui/screen'
import { Link, useLocation } from 'react-router-dom'
import { useAssignment } from './modules-context.ts'

interface ModuleFailedProps {
  title: string
  fallback: { text: string; link?: string | undefined } | undefined
  /** Identifies the failure in the gateway's log. */
  incident?: string | undefined
  /** Its files did not load. */
  isMissing?: boolean | undefined
  /** Missing for a disabled module. */
  onRetry?: (() => void) | undefined
}

const OFFLINE = 'This page needs a connection. It loads when you are back online.'

/** The place of a module's page that is not available. */
export function ModuleFailed({ title, fallback, incident, isMissing, onRetry }: ModuleFailedProps) {
  const { isSafeMode = false, modules } = useAssignment()
  const { pathname, search } = useLocation()
  const message = fallback?.text ?? 'This page is unavailable right now. Playback continues.'
  const text = isMissing && !navigator.onLine ? OFFLINE : message
  const isOff = !onRetry && !isSafeMode
  const other = Object.values(modules)
    .flatMap(({ contributes }) => contributes.routes)
    .find(({ path }) => path === fallback?.link)
  const query = new URLSearchParams(search)
  query.delete('mfe')
  return (
    <Screen title={title}>
      <div className="g-load-failed" role="alert">
        <p className="g-load-failed-text">
          {text}
          {isOff && ' This page is switched off.'}
        </p>
        {isSafeMode && (
          <a
            href={query.size > 0 ? `${pathname}?${query}` : pathname}
            {...buttonLook({ look: 'secondary', size: 'small' })}
          >
            Leave safe mode
          </a>
        )}
        {onRetry && !isSafeMode && (
          <Button look="secondary" size="small" onClick={onRetry}>
            Retry
          </Button>
        )}
        {other && !isSafeMode && (
          <Link to={other.path} {...buttonLook({ look: isOff ? 'secondary' : 'quiet', size: 'small' })}>
            Go to {other.title}
          </Link>
        )}
        {incident && (
          <p className="text-sm text-muted">
            Incident <span className="select-all font-mono">{incident}</span>
          </p>
        )}
      </div>
    </Screen>
  )
}
