import { useShell } from '@griot/shell-sdk/react'
import { QueryStates } from '@griot/ui/query-states'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'

interface OnDemandProps<Props> {
  load: () => Promise<ComponentType<Props>>
  /** As in "We could not load …". It names the part: two parts must not have the same. */
  what: string
  skeleton: ReactNode
  children: (component: ComponentType<Props>) => ReactNode
}

export function OnDemand<Props>({ load, what, skeleton, children }: OnDemandProps<Props>) {
  const part = useQuery({ queryKey: useShell().query.key('part', what), queryFn: load })
  return (
    <QueryStates query={part} what={what} skeleton={skeleton}>
      {children}
    </QueryStates>
  )
}
