import { buttonLook } from '@griot/ui/button'
import { Cover } from '@griot/ui/cover'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { Screen } from '@griot/ui/screen'
import { ShowMore } from '@griot/ui/show-more'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { newEpisodePath } from '../paths.ts'
import { useMayEdit, useShowPages } from '../podcasts/api.ts'
import { CreateShow } from './create-show.tsx'

/** Leads to the form of a new episode: at once with one show, after a choice with several, after a creation with none. */
export function ChooseShowScreen() {
  const [search] = useSearchParams()
  const audioId = search.get('audio')
  const pages = useShowPages()
  const mayEdit = useMayEdit()
  const shows = { ...pages, data: pages.data?.filter(mayEdit) }
  const [only] = shows.data?.length === 1 && !pages.hasNextPage ? shows.data : []
  if (only) return <Navigate to={newEpisodePath(only.id, audioId)} replace />
  return (
    <Screen title="New episode" width="narrow">
      <QueryStates
        query={shows}
        what="your shows"
        skeleton={<RowListSkeleton />}
        empty={
          <>
            <p className="studio:mb-5">An episode belongs to a show. Create your show first.</p>
            <CreateShow audioId={audioId} />
          </>
        }
      >
        {(list) => (
          <>
            <p className="studio:mb-2">Which show is the episode for?</p>
            <RowList>
              {list.map(({ id, title, coverImage }) => (
                <Row
                  key={id}
                  start={<Cover id={id} title={title} src={coverImage} className="studio:w-12" />}
                  title={title}
                  end={
                    <Link
                      to={newEpisodePath(id, audioId)}
                      aria-label={`Choose ${title}`}
                      {...buttonLook({ look: 'secondary', size: 'small' })}
                    >
                      Choose
                    </Link>
                  }
                />
              ))}
            </RowList>
            <ShowMore pages={pages} what="of your shows" />
          </>
        )}
      </QueryStates>
    </Screen>
  )
}
