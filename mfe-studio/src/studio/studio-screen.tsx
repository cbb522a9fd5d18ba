import { buttonLook } from '@griot/ui/button'
import { Screen } from '@griot/ui/screen'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { FirstSteps } from '../first-steps/first-steps.tsx'
import { createShowPath } from '../paths.ts'
import { CreateShow } from './create-show.tsx'
import { ShowList } from './show-list.tsx'

export function StudioScreen() {
  const [search, setSearch] = useSearchParams()
  const isCreating = search.get('create') === 'show'
  // The next step of a created show remains visible, but its address must not open another form.
  const [form, setForm] = useState({ number: 1, hasCreated: false })
  const leaveForm = () => {
    setForm(({ number }) => ({ number, hasCreated: true }))
    setSearch({}, { replace: true, preventScrollReset: true })
  }
  const openForm = () => setForm(({ number }) => ({ number: number + 1, hasCreated: false }))
  const toggle = (
    <Link to={isCreating ? '/studio' : createShowPath} onClick={openForm} {...buttonLook({ look: 'secondary' })}>
      {isCreating ? 'Close' : 'New show'}
    </Link>
  )
  return (
    <Screen title="Studio" intro="Your shows, from the recording to the published episode." actions={toggle}>
      <FirstSteps />
      {(isCreating || form.hasCreated) && (
        <div className="studio:mb-8 studio:max-w-xl">
          <CreateShow key={form.number} audioId={null} onCreated={leaveForm} />
        </div>
      )}
      <ShowList isCreating={isCreating} />
    </Screen>
  )
}
