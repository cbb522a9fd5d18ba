import { Badge } from '@griot/ui/badge'
import { formatDayTime } from '@griot/ui/format'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { ShowMore } from '@griot/ui/show-more'
import { ActionButton } from '../action.tsx'
import { PrivateAddress } from '../private-address.tsx'
import { useCreatePreview, usePreviews, useRevokePreview } from './api.ts'

/** The private links of an episode that is not published. */
export function PrivateLinks({ episode }: { episode: { id: string; title: string } }) {
  const previews = usePreviews(episode.id)
  const create = useCreatePreview(episode.id)
  const revoke = useRevokePreview(episode.id)
  const created = create.data
  return (
    <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-4">
      <p>Every signed-in person with a private link can read and play this draft for seven days.</p>
      <div>
        <ActionButton text="Create a private link" look="primary" action={create} input={undefined} />
      </div>
      {created && (
        <PrivateAddress
          label="Private link"
          title={episode.title}
          link={created.link}
          note={`It works until ${formatDayTime(created.expiresAt)}, and is not shown again.`}
        />
      )}
      <QueryStates
        query={previews}
        what="the private links"
        skeleton={<RowListSkeleton rows={1} />}
        empty={<p className="studio:text-muted">This episode has no private link.</p>}
      >
        {(list) => (
          <>
            <RowList>
              {list.map(({ id, creatorName, createdAt, expiresAt }) => (
                <Row
                  key={id}
                  title={`Created ${formatDayTime(createdAt)}`}
                  facts={`By ${creatorName}`}
                  end={<Badge>Until {formatDayTime(expiresAt)}</Badge>}
                  actions={
                    <ActionButton
                      text="Revoke"
                      label={`Revoke the link created ${formatDayTime(createdAt)}`}
                      look="quiet"
                      action={revoke}
                      input={id}
                    />
                  }
                />
              ))}
            </RowList>
            <ShowMore pages={previews} what="of the private links" />
          </>
        )}
      </QueryStates>
    </div>
  )
}
