import './module.css'
import { defineModule } from '@griot/shell-sdk/define-module'
import { AccountScreen } from './account/account-screen.tsx'
import { DeleteScreen } from './account/delete-screen.tsx'
import { refetchAfterCredits } from './api.ts'
import { BadgePopup } from './badges/badge-popup.tsx'
import type { contributes } from './contributes.ts'
import { HistoryScreen } from './history/history-screen.tsx'
import { PointsScreen } from './points/points-screen.tsx'
import { RewardsScreen } from './rewards/rewards-screen.tsx'
import { TipDialog } from './tip/tip-dialog.tsx'

export const { contract, setup } = defineModule<typeof contributes>({
  setup: (shell) => {
    refetchAfterCredits(shell)
    return {
      routes: {
        'rewards.rewards': RewardsScreen,
        'rewards.points': PointsScreen,
        'rewards.history': HistoryScreen,
        'rewards.account': AccountScreen,
        'rewards.delete': DeleteScreen,
      },
      slots: { 'tip-dialog': TipDialog, 'badge-popup': BadgePopup },
    }
  },
})
