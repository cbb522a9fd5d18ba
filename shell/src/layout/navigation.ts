import type { LucideIcon } from 'lucide-react'
import Coins from 'lucide-react/icons/coins'
import Compass from 'lucide-react/icons/compass'
import House from 'lucide-react/icons/house'
import Library from 'lucide-react/icons/library'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trophy from 'lucide-react/icons/trophy'
import Upload from 'lucide-react/icons/upload'

export interface Destination {
  to: string
  label: string
  Icon: LucideIcon
  /** On phones the others are reached through More. */
  isOnBottomBar: boolean
}

export const NAVIGATION: readonly Destination[] = [
  { to: '/discover', label: 'Discover', Icon: Compass, isOnBottomBar: true },
  { to: '/', label: 'Home', Icon: House, isOnBottomBar: true },
  { to: '/library', label: 'Library', Icon: Library, isOnBottomBar: true },
  { to: '/rewards', label: 'Rewards', Icon: Trophy, isOnBottomBar: true },
  { to: '/upload', label: 'Upload', Icon: Upload, isOnBottomBar: false },
  { to: '/points', label: 'Points', Icon: Coins, isOnBottomBar: false },
  { to: '/admin', label: 'Admin', Icon: ShieldCheck, isOnBottomBar: false },
]
