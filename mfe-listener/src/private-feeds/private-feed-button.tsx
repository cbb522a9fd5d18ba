import type { FullPodcast } from '@griot/contracts/catalog/podcasts'
import Rss from 'lucide-react/icons/rss'
import { DialogButton } from '../dialog-button.tsx'

const loadDialog = async () => (await import('./private-feed-dialog.tsx')).PrivateFeedDialog

/** Opens the private feeds of the listener for this show. */
export function PrivateFeedButton({ podcast }: { podcast: Pick<FullPodcast, 'id' | 'title'> }) {
  const { id, title } = podcast
  return (
    <DialogButton load={loadDialog} props={{ id, title }} loginText="Please log in to create a private feed">
      <Rss aria-hidden="true" />
      Private feed
    </DialogButton>
  )
}
