import type { QueueHealth as Health, QueueOverview } from '@griot/contracts/queue'
import { Button } from '@griot/ui/button'
import { formatAgo } from '@griot/ui/format'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CirclePause from 'lucide-react/icons/circle-pause'
import { useQueueDeeds, useSetPaused } from './api.ts'

const SAID: Record<Health, { title: string; text: string; look: string; Icon: typeof CircleCheck }> = {
  ok: {
    title: 'The queue is working',
    text: 'Files are taken up as soon as a worker has time.',
    look: 'studio:bg-teal-wash studio:text-teal',
    Icon: CircleCheck,
  },
  paused: {
    title: 'The queue is paused',
    text: 'New files wait until an admin resumes it.',
    look: 'studio:bg-points-wash studio:text-points',
    Icon: CirclePause,
  },
  no_worker: {
    title: 'No worker is running',
    text: 'Files are kept safe and wait until a worker starts.',
    look: 'studio:bg-danger-wash studio:text-danger',
    Icon: CircleAlert,
  },
  unreachable: {
    title: 'The queue cannot be reached',
    text: 'Nothing is lost: files go on by themselves when it is back.',
    look: 'studio:bg-danger-wash studio:text-danger',
    Icon: CircleAlert,
  },
}

interface QueueHealthProps {
  overview: QueueOverview
  /** Admins may steer it. */
  isAdmin: boolean
}

/** Whether files get on, in a sentence, and the one button that concerns all of them. */
export function QueueHealth({ overview: { health, oldestWaiting, workers }, isAdmin }: QueueHealthProps) {
  const setPaused = useSetPaused()
  const { title, text, look, Icon } = SAID[health]
  const alive = workers.filter(({ isAlive }) => isAlive).length
  const deeds = useQueueDeeds(isAdmin)
  const pause = health === 'paused' ? deeds.data?.find(({ action }) => action === 'pause') : undefined
  const facts = [
    pause && `paused by ${pause.actorName || 'somebody'} ${formatAgo(pause.at)}`,
    isAdmin && `${alive === 1 ? '1 worker' : `${alive} workers`} running`,
    isAdmin && alive === 0 && workers[0] && `last seen ${formatAgo(workers[0].seenAt)}`,
    oldestWaiting && `longest wait began ${formatAgo(oldestWaiting)}`,
  ].filter(Boolean)

  return (
    <div
      className={`studio:flex studio:flex-wrap studio:items-center studio:gap-x-4 studio:gap-y-3 studio:rounded-m studio:px-4 studio:py-3 ${look}`}
    >
      <div role="status" className="studio:flex studio:flex-1 studio:basis-56 studio:items-start studio:gap-3">
        <Icon size={22} aria-hidden="true" className="studio:mt-0.5 studio:flex-none" />
        <div>
          <p className="studio:font-semibold">{title}</p>
          <p className="studio:text-sm studio:text-ink">{text}</p>
          {facts.length > 0 && (
            <p className="studio:text-sm studio:text-ink studio:first-letter:uppercase">{facts.join(' · ')}</p>
          )}
        </div>
      </div>
      {isAdmin && health !== 'unreachable' && (
        <Button
          look="secondary"
          size="small"
          pending={setPaused.isPending}
          onClick={() => setPaused.mutate(health !== 'paused')}
        >
          {health === 'paused' ? 'Resume' : 'Pause'}
        </Button>
      )}
    </div>
  )
}
