import { buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { Skeleton } from '@griot/ui/skeleton'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

// The parts that the lists of the library share.

interface EmptyListProps {
  title: string
  icon: ReactNode
  of: 'podcasts' | 'episodes'
  children: ReactNode
}

export function EmptyList({ title, icon, of, children }: EmptyListProps) {
  const action = (
    <Link to="/discover" {...buttonLook({ look: 'secondary' })}>
      Discover {of}
    </Link>
  )
  return (
    <EmptyState title={title} icon={icon} action={action}>
      {children}
    </EmptyState>
  )
}

export function RowSkeleton() {
  return (
    <li className="listener:py-4">
      <Skeleton height="4rem" />
    </li>
  )
}

/** In place of the title of an episode that failed to load or does not exist any more. */
export const missingTitle = ({ isError }: { isError: boolean }) =>
  isError ? 'This episode did not load' : 'An episode that is no longer available'
