import { Button } from '@griot/ui/button'
import type { TypedWork } from './use-typed-work.ts'

/** Says where the words in a form come from that nobody has typed just now, and what did not come back with them. */
export function TypedWorkNote({ work: { isBack, lostPicture, startOver } }: { work: TypedWork }) {
  if (!isBack && lostPicture === null) return null
  return (
    <div
      role="status"
      className="studio:flex studio:items-center studio:justify-between studio:gap-2 studio:rounded-m studio:bg-raised studio:py-2 studio:ps-4 studio:pe-1"
    >
      <div className="studio:min-w-0 studio:text-sm studio:wrap-anywhere">
        {isBack && <p>What you typed before is back.</p>}
        {lostPicture !== null && <p>Please choose the picture “{lostPicture}” again.</p>}
      </div>
      <Button look="quiet" size="small" className="studio:flex-none" onClick={startOver}>
        Start over
      </Button>
    </div>
  )
}
