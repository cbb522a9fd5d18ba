import './module.css'
import { defineModule } from '@griot/shell-sdk/define-module'
import { AdminScreen } from './admin/admin-screen.tsx'
import type { contributes } from './contributes.ts'
import { UploadScreen } from './upload/upload-screen.tsx'

export const { contract, setup } = defineModule<typeof contributes>({
  setup: () => ({ routes: { 'studio.upload': UploadScreen, 'studio.admin': AdminScreen }, slots: {} }),
})
