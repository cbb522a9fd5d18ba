import './module.css'
import { defineModule } from '@griot/shell-sdk/define-module'
import type { contributes } from './contributes.ts'
import { AdminScreen } from './desk/admin-screen.tsx'
import { InvitationPage, PreviewPage } from './link-pages.tsx'
import { ChooseShowScreen } from './studio/choose-show-screen.tsx'
import { NewEpisodeScreen } from './studio/new-episode-screen.tsx'
import { ShowScreen } from './studio/show-screen.tsx'
import { StudioScreen } from './studio/studio-screen.tsx'
import { TipsScreen } from './tips/tips-screen.tsx'
import { UploadScreen } from './upload/upload-screen.tsx'

export const { contract, setup } = defineModule<typeof contributes>({
  setup: () => ({
    routes: {
      'studio.upload': UploadScreen,
      'studio.admin': AdminScreen,
      'studio.home': StudioScreen,
      'studio.choose': ChooseShowScreen,
      'studio.show': ShowScreen,
      'studio.new': NewEpisodeScreen,
      'studio.tips': TipsScreen,
      'studio.invitation': InvitationPage,
      'studio.preview': PreviewPage,
    },
    slots: {},
  }),
})
