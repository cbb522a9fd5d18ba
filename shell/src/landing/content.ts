import type { LucideIcon } from 'lucide-react'
import BookmarkCheck from 'lucide-react/icons/bookmark-check'
import Coins from 'lucide-react/icons/coins'
import Compass from 'lucide-react/icons/compass'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import Mic from 'lucide-react/icons/mic'
import Trophy from 'lucide-react/icons/trophy'
import kitchenTableFutures from './covers/kitchen-table-futures.svg'
import mercadoStories from './covers/mercado-stories.svg'
import porchLight from './covers/porch-light.svg'
import secondLine from './covers/second-line.svg'

// People, shows and figures are samples, and the page says so.

/** The covers are generated, as for podcasts without a cover image. */
export const SHOWS = [
  { title: 'Porch Light', cover: porchLight },
  { title: 'Kitchen Table Futures', cover: kitchenTableFutures },
  { title: 'Second Line', cover: secondLine },
  { title: 'Mercado Stories', cover: mercadoStories },
] as const

export const STATISTICS = [
  { figure: '12,400', label: 'episodes to hear' },
  { figure: '1,850', label: 'independent creators' },
  { figure: '3.2 million', label: 'points earned' },
] as const

export const FEATURES: readonly { Icon: LucideIcon; title: string; text: string }[] = [
  {
    Icon: Compass,
    title: 'Voices you will not hear elsewhere',
    text: 'Independent shows by Black and Brown creators: business, culture, technology, news and plain good stories.',
  },
  {
    Icon: Coins,
    title: 'Your time counts',
    text: 'A point for every minute, five for each new episode, ten more for finishing it.',
  },
  {
    Icon: HeartHandshake,
    title: 'Tip the people you listen to',
    text: 'Pledge a few dollars straight from the player, and earn points for it too.',
  },
  {
    Icon: Trophy,
    title: 'Levels and badges',
    text: 'From Newcomer to Audio Mogul: finish three episodes in a week for a bonus.',
  },
  {
    Icon: BookmarkCheck,
    title: 'Your place is kept',
    text: 'Stop on the bus and continue in the kitchen: every episode resumes where you left off.',
  },
  {
    Icon: Mic,
    title: 'A studio for creators',
    text: 'Upload a recording, watch it being processed and publish it as an episode in minutes.',
  },
]

export const STEPS = [
  { title: 'Pick a show', text: 'Search by topic or host, or start with what others are listening to this week.' },
  {
    title: 'Press play',
    text: 'You earn points while you listen. Skip around as you like: every minute you hear counts.',
  },
  { title: 'Give back', text: 'Climb the levels, collect badges, and tip the creators who made your day.' },
] as const

export const TESTIMONIALS = [
  {
    quote: 'I came for one show about family recipes. Three weeks later my commute has a syllabus.',
    name: 'Amara Okafor',
    role: 'Listener',
  },
  {
    quote: 'My first episode was up before my coffee was cold, and the tips are from people I have never met.',
    name: 'Mateo Reyes',
    role: 'Creator',
  },
  {
    quote: 'My daughter and I compare levels on Sundays. She is winning. I blame the dishes podcast.',
    name: 'Denise Carter',
    role: 'Listener',
  },
] as const
