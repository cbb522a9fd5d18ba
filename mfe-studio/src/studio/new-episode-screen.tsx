import { Card } from '@griot/ui/card'
import { Screen } from '@griot/ui/screen'
import { Skeleton } from '@griot/ui/skeleton'
import { Link } from 'react-router-dom'
import { OnDemand } from '../on-demand.tsx'
import { showPath } from '../paths.ts'
import { OwnShow } from './own-show.tsx'

const load = async () => (await import('./parts.ts')).NewEpisodeForm

const SKELETON = (
  <Card>
    <Skeleton height="28rem" />
  </Card>
)

export function NewEpisodeScreen() {
  return (
    <OwnShow title="New episode" right="edit">
      {(show) => (
        <Screen
          title="New episode"
          intro={
            <>
              of{' '}
              <Link to={showPath(show.id)} className="studio:underline">
                {show.title}
              </Link>
            </>
          }
          width="narrow"
        >
          <OnDemand load={load} what="the form of a new episode" skeleton={SKELETON}>
            {(NewEpisodeForm) => <NewEpisodeForm key={show.id} podcast={show} />}
          </OnDemand>
        </Screen>
      )}
    </OwnShow>
  )
}
