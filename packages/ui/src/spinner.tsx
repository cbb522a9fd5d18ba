import { clsx } from 'clsx'

/** Only the picture; what is being waited for is said in text beside it. */
export function Spinner({ className }: { className?: string }) {
  return <span className={clsx('g-spinner', className)} aria-hidden="true" />
}
