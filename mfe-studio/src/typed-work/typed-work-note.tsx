import { Button } from '@griot/ui/button'
import type { TypedWork } from './use-typed-work.ts'

/** Says where the words in a form come from that nobody has typed just now. */
export function TypedWorkNote({ work }: { work: TypedWork }) {
  if (!work.isBack) return null
  return (
    <div
      role="status"
      className="studio:flex studio:flex-wrap studio:items-center studio:justify-between studio:gap-x-4 studio:gap-y-1 studio:rounded-m studio:bg-raised studio:px-4 studio:py-2"
    >
      <p className="studio:text-sm">What you typed before is back.</p>
      <Button look="quiet" size="small" onClick={work.startOver}>
        Start over
      </Button>
    </div>
  )
}
