import './module.css'
import type { DisposeReason } from '@griot/shell-sdk/contract'
import { defineModule } from '@griot/shell-sdk/define-module'
import { CarelessSlot, isCareless, leakResources } from './careless.tsx'
import type { contributes } from './contributes.ts'
import { hang, isFaulty, throwIfFaulty } from './fault.ts'
import { OtherScreen, ProbeScreen, storeApi } from './screens.tsx'
import { sections } from './sections.tsx'
import { count } from './shell-calls.tsx'

throwIfFaulty('evaluate')

const probe = defineModule<typeof contributes>({
  setup: async (api) => {
    throwIfFaulty('setup')
    if (isFaulty('setup-hangs')) await hang()
    storeApi(api)
    if (isCareless) leakResources()
    const slots = { ...sections, ...(isCareless && { 'tip-dialog': CarelessSlot }) }
    const commands = {
      'probe.count': count,
      'probe.tell': async (input: unknown) =>
        api.ui.toast({ title: 'The probe was called', description: JSON.stringify(input) }),
    }
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
