import './module.css'
import { defineModule } from '@griot/shell-sdk/define-module'
import type { contributes } from './contributes.ts'
import { AdminScreen } from './desk/admin-screen.tsx'
import { UploadScreen } from './upload/upload-screen.tsx'

export const { contract, setup } = defineModule<typeof contributes>({
  setup: () => ({ routes: { 'studio.upload': UploadScreen, 'studio.admin': AdminScreen }, slots: {} }),
})
