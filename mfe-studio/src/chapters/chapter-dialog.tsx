import type { Episode } from '@griot/contracts/catalog/episodes'
import { Dialog } from '@griot/ui/dialog'
import { Skeleton } from '@griot/ui/skeleton'
import { OnDemand } from '../on-demand.tsx'

const load = async () => (await import('./chapter-form.tsx')).ChapterForm

export function ChapterDialog({ episode, onClose }: { episode: Episode; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Chapters" description={episode.title}>
      <OnDemand load={load} what="the editor of chapters" skeleton={<Skeleton height="16rem" />}>
        {(ChapterForm) => <ChapterForm episode={episode} onClose={onClose} />}
      </OnDemand>
    </Dialog>
  )
}
