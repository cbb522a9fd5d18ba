import { type Creator, ListCreators } from '@griot/contracts/catalog/creators'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { readPages } from '@griot/shell-sdk/read'
import { EmptyState } from '@griot/ui/empty-state'
import { Portrait } from '@griot/ui/portrait'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ShowMore } from '@griot/ui/show-more'
import { Skeleton } from '@griot/ui/skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import UserRound from 'lucide-react/icons/user-round'
import { useState } from 'react'
import { Affected, ConfirmDelete } from '../confirm-delete.tsx'
import { useHostedPodcasts } from '../podcasts/api.ts'
import { CopyId, RowActions } from '../row-actions.tsx'
import { useDeleteCreator } from './api.ts'
import { CreatorForm } from './creator-form.tsx'

const EMPTY = (
  <EmptyState title="No creator profiles yet" icon={<UserRound />}>
    Creator profiles will appear here once you create them.
  </EmptyState>
)

export function CreatorList() {
  const me = useStore(useShell().session.user)
  const creators = useInfiniteQuery(readPages(ListCreators, {}))
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  // Read from the list, so that an open dialog shows later changes.
  const mine = creators.data?.find(({ userId }) => userId === me?.id)

  const actionsOf = ({ id, name }: Creator) => (
    <RowActions id={id} name={name} onEdit={() => setDialog('edit')} onDelete={() => setDialog('delete')} />
  )
  return (
    <Section title="Creator Profiles">
      <QueryStates query={creators} what="the creator profiles" skeleton={<RowListSkeleton />} empty={EMPTY}>
        {(list) => (
          <RowList>
            {list.map((creator) => (
              <Row
                key={creator.id}
                start={<Portrait name={creator.name} src={creator.profileImage} size="3rem" />}
                title={creator.name}
                facts={<span className="studio:line-clamp-2">{creator.bio}</span>}
                {...(creator === mine
                  ? { actions: actionsOf(creator) }
                  : { end: <CopyId id={creator.id} name={creator.name} /> })}
              />
            ))}
          </RowList>
        )}
      </QueryStates>
      <ShowMore pages={creators} what="of the creator profiles" />
      {mine && dialog === 'edit' && <CreatorForm creator={mine} onClose={close} />}
      {mine && dialog === 'delete' && <DeleteCreatorDialog creator={mine} onClose={close} />}
    </Section>
  )
}

function DeleteCreatorDialog({ creator, onClose }: { creator: Creator; onClose: () => void }) {
  const removal = useDeleteCreator(creator)
  const podcasts = useHostedPodcasts(creator.userId)
  return (
    <ConfirmDelete title="Delete your profile?" name={creator.name} removal={removal} onClose={onClose}>
      <QueryStates
        query={podcasts}
        what="your podcasts"
        skeleton={<Skeleton height="3rem" />}
        empty={<p>No podcast shows it. This cannot be undone.</p>}
      >
        {(affected) => (
          <>
            <p>These podcasts remain, but no longer show your picture and bio:</p>
            <Affected items={affected} />
          </>
        )}
      </QueryStates>
    </ConfirmDelete>
  )
}
