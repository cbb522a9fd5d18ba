import { ApiError } from '@griot/contracts/errors'
import { EmptyState } from '@griot/ui/empty-state'
import { QueryStates, type QueryStatesProps } from '@griot/ui/query-states'
import { Screen } from '@griot/ui/screen'
import { Skeleton } from '@griot/ui/skeleton'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface LinkScreenProps<Data> extends Pick<QueryStatesProps<Data>, 'query' | 'what' | 'children'> {
  title: string
  /** The title while the server refuses the link. */
  refusal: string
  icon: ReactNode
}

export const DISCOVER = <Link to="/discover">Discover shows</Link>

/** The page of a link with a token, or the sentence with which the server refuses it. */
export function LinkScreen<Data>({ title, refusal, icon, query, what, children }: LinkScreenProps<Data>) {
  const { error } = query
  const sentence = error instanceof ApiError && error.status < 500 ? error.sentence : undefined
  return (
    <Screen title={title} width="narrow">
      {sentence ? (
        <EmptyState title={refusal} icon={icon} action={DISCOVER}>
          {sentence}
        </EmptyState>
      ) : (
        <QueryStates query={query} what={what} skeleton={<Skeleton height="16rem" />}>
          {children}
        </QueryStates>
      )}
    </Screen>
  )
}
