import type { Replacement } from '@griot/contracts/media/media-file'
import { Button } from '@griot/ui/button'
import { useCallOffReplacement } from './api.ts'

/** New audio that is to take a file's place, on its way or failed. */
export function ReplacementNote({ replacement }: { replacement: Replacement }) {
  const callOff = useCallOffReplacement()
  const { status, progress, failure, originalName } = replacement
  const hasFailed = status === 'failed'
  return (
    <div
      role="status"
      className="studio:flex studio:flex-wrap studio:items-center studio:justify-between studio:gap-x-3 studio:gap-y-1 studio:text-sm"
    >
      <p className={`studio:min-w-0 studio:flex-1 studio:basis-40 ${hasFailed ? 'studio:text-danger' : ''}`}>
        {hasFailed
          ? `${originalName} cannot replace it: ${failure ?? 'we could not read that file.'}`
          : `${originalName} is being checked${progress === null ? '' : `, ${Math.round(progress)}%`}. It replaces this audio as soon as it is ready.`}
      </p>
      <Button look="quiet" size="small" pending={callOff.isPending} onClick={() => callOff.mutate(replacement)}>
        {hasFailed ? 'Dismiss' : 'Call it off'}
      </Button>
    </div>
  )
}
