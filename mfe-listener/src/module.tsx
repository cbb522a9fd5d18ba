import './module.css'
import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { defineModule } from '@griot/shell-sdk/define-module'
import type { contributes } from './contributes.ts'
import { DiscoverScreen } from './discover/discover-screen.tsx'
import { EpisodeScreen } from './episode/episode-screen.tsx'
import { HomeScreen } from './home/home-screen.tsx'
import { refetchAfterListening } from './library/api.ts'
import { LibraryScreen } from './library/library-screen.tsx'
import { NoticesScreen } from './notices/notices-screen.tsx'
import { PodcastScreen } from './podcast/podcast-screen.tsx'

// The requests of the first view come first.
const UNREAD_AFTER_MS = 2_000

const watchUnreadLater = (shell: ShellApiV1) => {
  const timer = setTimeout(() => {
    import('./notices/watch-unread.ts').then(
      ({ watchUnread }) => watchUnread(shell),
      (error: unknown) => console.error('the number of unread notices is missing', error),
    )
  }, UNREAD_AFTER_MS)
  shell.signal.addEventListener('abort', () => clearTimeout(timer))
}

export const { contract, setup } = defineModule<typeof contributes>({
  setup: (shell) => {
    refetchAfterListening(shell)
    watchUnreadLater(shell)
    return {
      routes: {
        'listener.home': HomeScreen,
        'listener.discover': DiscoverScreen,
        'listener.library': LibraryScreen,
        'listener.episode': EpisodeScreen,
        'listener.notices': NoticesScreen,
        'listener.podcast': PodcastScreen,
      },
      slots: {},
    }
  },
})
