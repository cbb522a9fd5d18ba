import type { ModuleIconName } from '@griot/contracts/module-icons'
import type { LucideIcon } from 'lucide-react'
import Activity from 'lucide-react/icons/activity'
import Award from 'lucide-react/icons/award'
import Bell from 'lucide-react/icons/bell'
import BookOpen from 'lucide-react/icons/book-open'
import Bookmark from 'lucide-react/icons/bookmark'
import Calendar from 'lucide-react/icons/calendar'
import ChartColumn from 'lucide-react/icons/chart-column'
import ChartLine from 'lucide-react/icons/chart-line'
import ChartPie from 'lucide-react/icons/chart-pie'
import Clock from 'lucide-react/icons/clock'
import Coins from 'lucide-react/icons/coins'
import Compass from 'lucide-react/icons/compass'
import Download from 'lucide-react/icons/download'
import Flag from 'lucide-react/icons/flag'
import Flame from 'lucide-react/icons/flame'
import Gift from 'lucide-react/icons/gift'
import Globe from 'lucide-react/icons/globe'
import Headphones from 'lucide-react/icons/headphones'
import Heart from 'lucide-react/icons/heart'
import House from 'lucide-react/icons/house'
import Inbox from 'lucide-react/icons/inbox'
import Library from 'lucide-react/icons/library'
import Lightbulb from 'lucide-react/icons/lightbulb'
import LinkIcon from 'lucide-react/icons/link'
import ListMusic from 'lucide-react/icons/list-music'
import MapIcon from 'lucide-react/icons/map'
import Megaphone from 'lucide-react/icons/megaphone'
import MessageCircle from 'lucide-react/icons/message-circle'
import Mic from 'lucide-react/icons/mic'
import Music from 'lucide-react/icons/music'
import Newspaper from 'lucide-react/icons/newspaper'
import Pencil from 'lucide-react/icons/pencil'
import Quote from 'lucide-react/icons/quote'
import Radio from 'lucide-react/icons/radio'
import Scissors from 'lucide-react/icons/scissors'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import Shapes from 'lucide-react/icons/shapes'
import Share from 'lucide-react/icons/share'
import Shield from 'lucide-react/icons/shield'
import Sparkles from 'lucide-react/icons/sparkles'
import Star from 'lucide-react/icons/star'
import Ticket from 'lucide-react/icons/ticket'
import Trophy from 'lucide-react/icons/trophy'
import Upload from 'lucide-react/icons/upload'
import Users from 'lucide-react/icons/users'
import Video from 'lucide-react/icons/video'

const ICONS: Readonly<Record<ModuleIconName, LucideIcon>> = {
  activity: Activity,
  award: Award,
  bell: Bell,
  'book-open': BookOpen,
  bookmark: Bookmark,
  calendar: Calendar,
  'chart-column': ChartColumn,
  'chart-line': ChartLine,
  'chart-pie': ChartPie,
  clock: Clock,
  coins: Coins,
  compass: Compass,
  download: Download,
  flag: Flag,
  flame: Flame,
  gift: Gift,
  globe: Globe,
  headphones: Headphones,
  heart: Heart,
  house: House,
  inbox: Inbox,
  library: Library,
  lightbulb: Lightbulb,
  link: LinkIcon,
  'list-music': ListMusic,
  map: MapIcon,
  megaphone: Megaphone,
  'message-circle': MessageCircle,
  mic: Mic,
  music: Music,
  newspaper: Newspaper,
  pencil: Pencil,
  quote: Quote,
  radio: Radio,
  scissors: Scissors,
  search: Search,
  settings: Settings,
  shapes: Shapes,
  share: Share,
  shield: Shield,
  sparkles: Sparkles,
  star: Star,
  ticket: Ticket,
  trophy: Trophy,
  upload: Upload,
  users: Users,
  video: Video,
}

/** The icon that a module names; a general one if the name is unknown. Contains all icons, so load it when one is needed. */
export function ModuleIcon({ name = 'shapes' }: { name?: string | undefined }) {
  const Icon = Object.hasOwn(ICONS, name) ? ICONS[name as ModuleIconName] : Shapes
  return <Icon aria-hidden="true" />
}
