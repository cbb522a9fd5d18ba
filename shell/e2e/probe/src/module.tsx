import './module.css'
import { defineModule } from '@griot/shell-sdk/define-module'
import type { contributes } from './contributes.ts'
import { throwIfFaulty } from './fault.ts'
import { OtherScreen, ProbeScreen, rememberApi } from './screens.tsx'

throwIfFaulty('evaluate')

export const { contract, setup } = defineModule<typeof contributes>({
  setup: (api) => {
    throwIfFaulty('setup')
    rememberApi(api)
    return { routes: { 'probe.page': ProbeScreen, 'probe.other': OtherScreen }, slots: {} }
  },
})
