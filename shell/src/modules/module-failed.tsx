import { Button, buttonLook } from '@griot/ui/button'
import { Screen } from '@griot/ui/screen'
import { Link, useLocation } from 'react-router-dom'
import { useAssignment } from './modules-context.ts'

interface ModuleFailedProps {
  title: string
  fallback: { text: string; link?: string | undefined } | undefined
  /** What to say to whoever can look it up. */
  incident?: string | undefined
  /** Its files did not come. */
  isMissing?: boolean | undefined
  /** Not there for a module that is switched off: nothing would be tried. */
  onRetry?: () => void
}

const OFFLINE = 'This page needs a connection. It comes by itself when there is one.'

/** Stands where a module's page should be. Everything around it goes on. */
export function ModuleFailed({ title, fallback, incident, isMissing = false, onRetry }: ModuleFailedProps) {
  const { isSafeMode = false } = useAssignment()
  const apology = fallback?.text ?? 'This page is unavailable right now. What is playing goes on.'
  const text = isMissing && !navigator.onLine ? OFFLINE : apology
  const isOff = !onRetry && !isSafeMode
  return (
    <Screen title={title}>
      <div className="g-load-failed" role="alert">
        <p className="g-load-failed-text">
          {text}
          {isOff && ' It is switched off for now, and comes back by itself.'}
        </p>
        {isSafeMode && <LeaveSafeMode />}
        {onRetry && !isSafeMode && (
          <Button look="secondary" size="small" onClick={onRetry}>
            Retry
          </Button>
        )}
        {fallback?.link && !isSafeMode && (
          <Link to={fallback.link} {...buttonLook({ look: isOff ? 'secondary' : 'quiet', size: 'small' })}>
            Go elsewhere
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

/** To the same page, with its module. */
function LeaveSafeMode() {
  const { pathname, search } = useLocation()
  const others = new URLSearchParams(search)
  others.delete('mfe')
  return (
    <a
      href={others.size > 0 ? `${pathname}?${others}` : pathname}
      {...buttonLook({ look: 'secondary', size: 'small' })}
    >
      Leave safe mode
    </a>
  )
}
