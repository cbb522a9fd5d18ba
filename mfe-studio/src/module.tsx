import './module.css'
import { defineModule } from '@griot/shell-sdk/define-module'
import { AdminOnDemand } from './admin/admin-on-demand.tsx'
import type { contributes } from './contributes.ts'
import { UploadScreen } from './upload/upload-screen.tsx'

export const { contract, setup } = defineModule<typeof contributes>({
  setup: () => ({ routes: { 'studio.upload': UploadScreen, 'studio.admin': AdminOnDemand }, slots: {} }),
})
