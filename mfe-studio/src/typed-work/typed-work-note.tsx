import { Button } from '@griot/ui/button'
import type { TypedWork } from './use-typed-work.ts'

/** Says where the words in a form come from that nobody has typed just now. */
export function TypedWorkNote({ work }: { work: TypedWork }) {
  if (!work.isBack) return null
  return (
    <div
      role="status"
      className="studio:flex studio:items-center studio:justify-between studio:gap-2 studio:rounded-m studio:bg-raised studio:py-2 studio:ps-4 studio:pe-1"
    >
      <p className="studio:text-sm">What you typed before is back.</p>
      <Button look="quiet" size="small" className="studio:flex-none" onClick={work.startOver}>
        Start over
      </Button>
    </div>
  )
}
