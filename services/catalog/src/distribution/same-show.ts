import type { FeedGuids } from './read-guids.ts'

/** Of the items of our feed. */
const NEEDED_SHARE = 0.9

interface OwnFeed {
  feedGuid: string | null
  itemGuids: readonly string[]
}

/** Whether a feed at another host is that of our show: by its id, else by the ids of nine of ten episodes. */
export const isSameShow = ({ feedGuid, itemGuids }: OwnFeed, other: FeedGuids) => {
  if (feedGuid !== null && other.podcast === feedGuid.toLowerCase()) return true
  const found = itemGuids.filter((guid) => other.items.has(guid)).length
  return itemGuids.length > 0 && found >= itemGuids.length * NEEDED_SHARE
}
