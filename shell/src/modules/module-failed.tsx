import { Button, buttonLook } from '@griot/ui/button'
import { Screen } from '@griot/ui/screen'
import { Link } from 'react-router-dom'

interface ModuleFailedProps {
  title: string
  fallback: { text: string; link?: string | undefined } | undefined
  /** What to say to whoever can look it up. */
  incident?: string | undefined
  /** Its files did not come. */
  isMissing?: boolean | undefined
  onRetry: () => void
}

const OFFLINE = 'This page needs a connection. It comes by itself when there is one.'

/** Stands where a module's page should be. Everything around it goes on. */
export function ModuleFailed({ title, fallback, incident, isMissing = false, onRetry }: ModuleFailedProps) {
  const apology = fallback?.text ?? 'This page is unavailable right now. What is playing goes on.'
  const text = isMissing && !navigator.onLine ? OFFLINE : apology
  return (
    <Screen title={title}>
      <div className="g-load-failed" role="alert">
        <p className="g-load-failed-text">{text}</p>
        <Button look="secondary" size="small" onClick={onRetry}>
          Retry
        </Button>
        {fallback?.link && (
          <Link to={fallback.link} {...buttonLook({ look: 'quiet', size: 'small' })}>
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
