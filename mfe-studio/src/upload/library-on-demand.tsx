import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { LoadFailed } from '@griot/ui/load-failed'
import { useState } from 'react'
import { MediaGridSkeleton } from '../media/media-grid.tsx'
import type { Uploads } from './use-uploads.ts'

const load = async () => (await import('./library-panel.tsx')).LibraryPanel

/** The library, with all its dialogs, is no weight for whoever only comes to upload. */
export function LibraryOnDemand({ uploads }: { uploads: Uploads }) {
  const [hasFailed, setHasFailed] = useState(false)
  const LibraryPanel = useOnDemand<{ uploads: Uploads }>(load, !hasFailed, () => setHasFailed(true))

  if (LibraryPanel) return <LibraryPanel uploads={uploads} />
  return hasFailed ? <LoadFailed what="your library" onRetry={() => setHasFailed(false)} /> : <MediaGridSkeleton />
}
