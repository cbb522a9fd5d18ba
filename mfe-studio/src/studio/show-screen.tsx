import { roleMay } from '@griot/contracts/catalog/roles'
import { buttonLook } from '@griot/ui/button'
import { RowListSkeleton } from '@griot/ui/row-list'
import { Screen } from '@griot/ui/screen'
import { Link } from 'react-router-dom'
import { OnDemand } from '../on-demand.tsx'
import { newEpisodePath } from '../paths.ts'
import { OwnShow } from './own-show.tsx'

const load = async () => (await import('./parts.ts')).ShowTabs

export function ShowScreen() {
  return (
    <OwnShow title="Studio" right="read">
      {(show, role) => (
        <Screen
          title={show.title}
          intro={
            <Link to="/studio" className="studio:underline">
              All your shows
            </Link>
          }
          actions={
            roleMay(role, 'edit') && (
              <Link to={newEpisodePath(show.id)} {...buttonLook({ look: 'primary' })}>
                New episode
              </Link>
            )
          }
        >
          <OnDemand load={load} what="the show" skeleton={<RowListSkeleton />}>
            {(ShowTabs) => <ShowTabs show={show} role={role} />}
          </OnDemand>
        </Screen>
      )}
    </OwnShow>
  )
}
