import './module.css'
import type { DisposeReason } from '@griot/shell-sdk/contract'
import { defineModule } from '@griot/shell-sdk/define-module'
import { count } from './asks.tsx'
import { beginCarelessly, CarelessSlot, isCareless } from './careless.tsx'
import type { contributes } from './contributes.ts'
import { hang, isFaulty, throwIfFaulty } from './fault.ts'
import { OtherScreen, ProbeScreen, rememberApi } from './screens.tsx'

throwIfFaulty('evaluate')

const probe = defineModule<typeof contributes>({
  setup: async (api) => {
    throwIfFaulty('setup')
    if (isFaulty('setup-hangs')) await hang()
    rememberApi(api)
    if (isCareless) beginCarelessly()
    const slots = isCareless ? { 'tip-dialog': CarelessSlot } : {}
    const commands = { 'probe.count': count }
    const routes = { 'probe.page': ProbeScreen, 'probe.other': OtherScreen }
    return {
      routes: isFaulty('missing-route') ? ({ 'probe.other': OtherScreen } as typeof routes) : routes,
      slots,
      commands,
      dispose: (why: DisposeReason) => localStorage.setItem('probe-ended', why),
    }
  },
})

export const contract = isFaulty('contract') ? 7 : probe.contract
export const { setup } = probe
