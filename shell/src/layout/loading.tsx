import { productName } from '@griot/ui/page-title'
import { Spinner } from '@griot/ui/spinner'
import { BrandMark } from './brand.tsx'

/** While we ask who is there. */
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
