import { buttonLook } from '@griot/ui/button'
import { Panel } from '@griot/ui/section'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { newEpisodePath } from '../paths.ts'

interface NextStepProps {
  /** The show that was just created. */
  created: { id: string; title: string }
  audioId: string | null
  /** It replaces the form, which had the focus. */
  takesFocus: boolean
}

export function NextStep({ created: { id, title }, audioId, takesFocus }: NextStepProps) {
  const first = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (takesFocus) first.current?.focus()
  }, [takesFocus])
  return (
    <div role="status">
      <Panel title={`“${title}” is created`} look="raised">
        <p>Its first published episode makes it visible to listeners.</p>
        <div className="studio:mt-4 studio:flex studio:flex-wrap studio:gap-3">
          <Link ref={first} to={newEpisodePath(id, audioId)} {...buttonLook({ look: 'primary', size: 'small' })}>
            Make the first episode
          </Link>
          <Link to="/upload" {...buttonLook({ look: 'secondary', size: 'small' })}>
            Upload a recording
          </Link>
        </div>
      </Panel>
    </div>
  )
}
