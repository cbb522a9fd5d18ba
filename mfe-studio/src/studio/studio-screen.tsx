import { buttonLook } from '@griot/ui/button'
import { Screen } from '@griot/ui/screen'
import { Link, useSearchParams } from 'react-router-dom'
import { FirstSteps } from '../first-steps/first-steps.tsx'
import { createShowPath } from '../paths.ts'
import { CreateShow } from './create-show.tsx'
import { ShowList } from './show-list.tsx'

export function StudioScreen() {
  const [search] = useSearchParams()
  const isCreating = search.get('create') === 'show'
  const toggle = (
    <Link to={isCreating ? '/studio' : createShowPath} {...buttonLook({ look: 'secondary' })}>
      {isCreating ? 'Close' : 'New show'}
    </Link>
  )
  return (
    <Screen title="Studio" intro="Your shows, from the recording to the published episode." actions={toggle}>
      <FirstSteps />
      {isCreating && (
        <div className="studio:mb-8 studio:max-w-xl">
          <CreateShow audioId={null} />
        </div>
      )}
      <ShowList isCreating={isCreating} />
    </Screen>
  )
}
