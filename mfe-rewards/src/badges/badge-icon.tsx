import Award from 'lucide-react/icons/award'
import Flame from 'lucide-react/icons/flame'
import Footprints from 'lucide-react/icons/footprints'
import Headphones from 'lucide-react/icons/headphones'
import Trophy from 'lucide-react/icons/trophy'

const ICONS = { footprints: Footprints, headphones: Headphones, flame: Flame, trophy: Trophy }

/** The icon of a badge, or a general one if its name is unknown, as during a rolling release. */
export function BadgeIcon({ icon, size = 24 }: { icon: string; size?: number }) {
  const Icon = icon in ICONS ? ICONS[icon as keyof typeof ICONS] : Award
  return <Icon size={size} aria-hidden="true" />
}
