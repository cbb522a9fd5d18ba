import { useShell, useStore } from '@griot/shell-sdk/react'
import { EmptyState } from '@griot/ui/empty-state'
import { LoadFailed } from '@griot/ui/load-failed'
import { Portrait } from '@griot/ui/portrait'
import UserRound from 'lucide-react/icons/user-round'
import { useState } from 'react'
import { CopyId } from '../copy-id.tsx'
import { RowActions } from '../row-actions.tsx'
import { ListSection, Row, RowList, RowListSkeleton } from '../row-list.tsx'
import { ShowMore } from '../show-more.tsx'
import { useCreators } from './api.ts'
import { DeleteCreatorDialog } from './delete-creator.tsx'
import { EditCreator } from './edit-creator.tsx'

export function CreatorList() {
  return (
    <ListSection title="Creator Profiles">
      <Creators />
    </ListSection>
  )
}

function Creators() {
  const { session } = useShell()
  const me = useStore(session.user)
  const creators = useCreators()
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null)

  if (creators.isPending) return <RowListSkeleton what="creator profiles" />
  if (!creators.data) return <LoadFailed what="the creator profiles" onRetry={creators.refetch} />
  if (creators.data.length === 0) {
    return (
      <EmptyState title="Who is behind the microphone?" icon={<UserRound />}>
        Creator profiles will appear here once you create them.
      </EmptyState>
    )
  }
  const mine = creators.data.find(({ userId }) => userId === me?.id)
  return (
    <>
      <RowList>
        {creators.data.map((creator) => (
          <Row
            key={creator.id}
            start={<Portrait name={creator.name} src={creator.profileImage} size="3rem" />}
            title={creator.name}
            facts={creator.bio}
            {...(creator === mine
              ? {
                  actions: (
                    <RowActions
                      id={creator.id}
                      name={creator.name}
                      onEdit={() => setAsked('edit')}
                      onDelete={() => setAsked('delete')}
                    />
                  ),
                }
              : { end: <CopyId id={creator.id} of={creator.name} /> })}
          />
        ))}
      </RowList>
      <ShowMore list={creators} what="the creator profiles" />
      {mine && asked === 'edit' && <EditCreator creator={mine} onClose={() => setAsked(null)} />}
      {mine && asked === 'delete' && <DeleteCreatorDialog creator={mine} onClose={() => setAsked(null)} />}
    </>
  )
}
