import { useTabInAddress } from '@griot/shell-sdk/tab-in-address'
import { Screen } from '@griot/ui/screen'
import { Tabs } from '@griot/ui/tabs'
import { useMediaEvents } from '../media/api.ts'
import { LibraryOnDemand } from './library-on-demand.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { useUploads } from './use-uploads.ts'

export function UploadScreen() {
  const tab = useTabInAddress(['upload', 'library'])
  const uploads = useUploads()
  useMediaEvents()

  return (
    <Screen title="Audio Content Management" intro="Upload, manage, and organize your podcast audio files">
      <Tabs
        label="Audio Content Management"
        {...tab}
        tabs={[
          { id: 'upload', label: 'Upload New', content: <UploadPanel uploads={uploads} /> },
          { id: 'library', label: 'Media Library', content: <LibraryOnDemand uploads={uploads} /> },
        ]}
      />
    </Screen>
  )
}
