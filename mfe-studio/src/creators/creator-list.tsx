import { EmptyState } from '@griot/ui/empty-state'
import { LoadFailed } from '@griot/ui/load-failed'
import { Portrait } from '@griot/ui/portrait'
import UserRound from 'lucide-react/icons/user-round'
import { ListSection, Row, RowList, RowListSkeleton } from '../row-list.tsx'
import { useCreators } from './api.ts'

export function CreatorList() {
  return (
    <ListSection title="Creator Profiles">
      <Creators />
    </ListSection>
  )
}

function Creators() {
  const creators = useCreators()

  if (creators.isPending) return <RowListSkeleton what="creator profiles" />
  if (creators.isError) return <LoadFailed what="the creator profiles" onRetry={creators.refetch} />
  if (creators.data.length === 0) {
    return (
      <EmptyState title="Who is behind the microphone?" icon={<UserRound />}>
        Creator profiles will appear here once you create them.
      </EmptyState>
    )
  }
  return (
    <RowList>
      {creators.data.map((creator) => (
        <Row
          key={creator.id}
          start={<Portrait name={creator.name} src={creator.profileImage} size="3rem" />}
          title={creator.name}
          facts={creator.bio}
        />
      ))}
    </RowList>
  )
}
