import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Panel } from '@griot/ui/section'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useMyMedia } from '../media/api.ts'
import { chooseShowPath, createShowPath } from '../paths.ts'
import { useMayEdit, useShowPages } from '../podcasts/api.ts'

const DISMISSED = 'first steps dismissed'

/** The way to the first episode. Nothing while it loads, after it is complete, and after the user dismissed it. */
export function FirstSteps() {
  const { storage } = useShell()
  const [isDismissed, setDismissed] = useState(() => storage.get(DISMISSED) === true)
  return isDismissed ? null : (
    <Steps
      onDismiss={() => {
        storage.set(DISMISSED, true)
        setDismissed(true)
      }}
    />
  )
}

function Steps({ onDismiss }: { onDismiss: () => void }) {
  const shows = useShowPages()
  const media = useMyMedia()
  const mayEdit = useMayEdit()
  if (!shows.data || !media.data) return null

  const editable = shows.data.filter(mayEdit)
  const hasEpisode = editable.some(({ publishedCount, unpublishedCount }) => publishedCount + unpublishedCount > 0)
  const steps = [
    { label: 'Create your show', to: createShowPath, isDone: editable.length > 0 },
    { label: 'Upload a recording', to: '/upload', isDone: media.data.length > 0 },
    { label: 'Make your first episode', to: chooseShowPath(null), isDone: hasEpisode },
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <div className="studio:my-6">
      <Panel
        title="Your first episode"
        look="raised"
        aside={
          <Button look="quiet" size="small" aria-label="Dismiss the steps" onClick={onDismiss}>
            Dismiss
          </Button>
        }
      >
        <ol className="studio:grid studio:gap-x-6 studio:gap-y-1 studio:sm:grid-cols-3">
          {steps.map(({ label, to, isDone }) => (
            <li key={label} className="studio:flex studio:min-h-11 studio:items-center studio:gap-2">
              {isDone ? (
                <CircleCheck size={20} aria-hidden="true" className="studio:flex-none studio:text-teal" />
              ) : (
                <CircleDashed size={20} aria-hidden="true" className="studio:flex-none studio:text-muted" />
              )}
              {isDone ? (
                <span className="studio:text-muted">{label} (done)</span>
              ) : (
                <Link to={to} className="studio:font-semibold studio:underline studio:underline-offset-4">
                  {label}
                </Link>
              )}
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}
