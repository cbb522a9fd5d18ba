import { clsx } from 'clsx'

/** Hidden from screen readers: put a text beside it. */
export function Spinner({ className }: { className?: string }) {
  return <span className={clsx('g-spinner', className)} aria-hidden="true" />
}
