import type { QueueAction, QueueDeed } from '@griot/contracts/queue'

const TO_A_FILE: Record<QueueAction['action'], string> = {
  retry: 'tried it again',
  retry_failed: 'tried all failed files again',
  cancel: 'cancelled it',
  pause: 'paused the queue',
  resume: 'resumed the queue',
}

const who = (name: string) => name || 'Somebody'

/** What a person did, where one sees the file that it was about. */
export const actionText = ({ action, actorName }: QueueAction) => `${who(actorName)} ${TO_A_FILE[action]}`

/** The same where one does not. */
export const deedText = ({ action, actorName, files, originalName }: QueueDeed) => {
  const what = originalName ?? (files > 1 ? `${files} files` : 'a file that is gone')
  const done: Record<QueueAction['action'], string> = {
    retry: `tried ${what} again`,
    retry_failed: `tried all failed files again: ${what}`,
    cancel: `cancelled ${what}`,
    pause: TO_A_FILE.pause,
    resume: TO_A_FILE.resume,
  }
  return `${who(actorName)} ${done[action]}`
}
