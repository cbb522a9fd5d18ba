import { ListeningRecorded, MediaDeleted, MediaLinked, MediaProcessed, NoticeSent } from '@griot/contracts/events'
import { consumeEvents, onEvent, onEvents } from '@griot/service-kit/queue/consume-events'
import { applyAudioEvent } from './episodes/episode-audio.queries.ts'
import { insertNotices } from './notices/notices.queries.ts'
import { countListeners } from './popularity/popularity.queries.ts'

/** Applies the events of other services that change the catalog. */
export const consumeCatalogEvents = ({
  onChange,
  ...connections
}: Parameters<typeof consumeEvents>[1] & { onChange: () => void }) =>
  consumeEvents('catalog', connections, [
    onEvent(MediaLinked, applyAudioEvent),
    onEvent(MediaProcessed, applyAudioEvent),
    onEvent(MediaDeleted, applyAudioEvent),
    onEvents(NoticeSent, insertNotices),
    onEvents(ListeningRecorded, countListeners),
  ]).on('completed', ({ name }) => {
    // Listening is frequent: its numbers may be a second late, and the cache stays filled. It contains no notices.
    if (name !== ListeningRecorded.name && name !== NoticeSent.name) onChange()
  })
