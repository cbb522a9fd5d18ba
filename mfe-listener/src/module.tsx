import './module.css'
import { defineModule } from '@griot/shell-sdk/define-module'
import type { contributes } from './contributes.ts'
import { DiscoverScreen } from './discover/discover-screen.tsx'
import { EpisodeScreen } from './episode/episode-screen.tsx'
import { HomeScreen } from './home/home-screen.tsx'
import { refetchAfterListening } from './library/api.ts'
import { LibraryScreen } from './library/library-screen.tsx'
import { NoticesScreen } from './notices/notices-screen.tsx'
import { PodcastScreen } from './podcast/podcast-screen.tsx'

const loadUnread = async () => (await import('./notices/watch-unread.ts')).watchUnread

export const { contract, setup } = defineModule<typeof contributes>({
  setup: (shell) => {
    refetchAfterListening(shell)
    void loadUnread().then(
      (watchUnread) => watchUnread(shell),
      () => {},
    )
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
