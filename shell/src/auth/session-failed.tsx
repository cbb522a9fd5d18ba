import { LoadFailed } from '@griot/ui/load-failed'
import { Brand } from '../layout/brand.tsx'

/** We could not find out who is there; showing the signed-out page instead would be a lie. */
export function SessionFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center gap-6 p-6">
      <Brand />
      <LoadFailed what="your account" onRetry={onRetry} />
    </main>
  )
}
