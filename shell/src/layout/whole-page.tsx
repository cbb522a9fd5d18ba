import { LoadFailed } from '@griot/ui/load-failed'
import { productName } from '@griot/ui/page-title'
import { Spinner } from '@griot/ui/spinner'
import { Brand, BrandMark } from './brand.tsx'

interface PageFailedProps {
  /** As in "We could not load …". */
  what?: string
  onRetry: () => void
}

/** The whole page, when the session or the shell itself failed to load. */
export function PageFailed({ what = 'your account', onRetry }: PageFailedProps) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center gap-6 p-6">
      <Brand />
      <LoadFailed what={what} onRetry={onRetry} />
    </main>
  )
}

export function Loading() {
  return (
    <div className="grid min-h-dvh place-items-center p-6">
      <p role="status" className="grid justify-items-center gap-4 font-semibold text-muted">
        <BrandMark className="size-14" />
        <span className="inline-flex items-center gap-2.5">
          <Spinner />
          Loading {productName()}...
        </span>
      </p>
    </div>
  )
}
