import { LoadFailed } from '@griot/ui/load-failed'
import { Brand } from '../layout/brand.tsx'

interface SessionFailedProps {
  /** As in "We could not load …". */
  what?: string
  onRetry: () => void
}

/** We could not find out who is there, or not draw anything for them; showing another page instead would be a lie. */
export function SessionFailed({ what = 'your account', onRetry }: SessionFailedProps) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center gap-6 p-6">
      <Brand />
      <LoadFailed what={what} onRetry={onRetry} />
    </main>
  )
}
