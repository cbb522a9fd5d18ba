import { GetEpisode } from '@griot/contracts/catalog/episodes'
import { read } from '@griot/shell-sdk/read'
import { createStore } from '@griot/shell-sdk/store'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { type ChapterStart, chaptersAround, chaptersOf } from './chapters.ts'
import type { Player } from './engine.ts'

/** Calls `show` with the chapters of the episode, and again when they change. Returns a function that ends this. */
export type WatchChapters = (episodeId: string, show: (chapters: readonly ChapterStart[]) => void) => () => void

export type CurrentChapters = ReturnType<typeof createCurrentChapters>

const NONE: readonly ChapterStart[] = []

/** The chapters of the loaded episode. They load when it plays or when a view needs them. */
export const createCurrentChapters = (player: Pick<Player, 'state' | 'seek'>, watch: WatchChapters) => {
  const state = createStore(NONE)
  let watched: { episodeId: string; stop: () => void } | null = null

  const load = () => {
    const { episode } = player.state.get()
    if (!episode || watched !== null) return
    watched = { episodeId: episode.id, stop: watch(episode.id, state.set) }
  }
  player.state.subscribe(() => {
    const { episode, status } = player.state.get()
    if (watched && watched.episodeId !== episode?.id) {
      watched.stop()
      watched = null
      state.set(NONE)
    }
    if (status === 'playing') load()
  })

  const moveTo = (direction: 'previous' | 'next') => {
    const chapter = chaptersAround(state.get(), player.state.get().position)[direction]
    if (chapter) player.seek(chapter.start)
  }
  return { state, load, previous: () => moveTo('previous'), next: () => moveTo('next') }
}

export const watchChapters =
  (client: QueryClient): WatchChapters =>
  (id, show) => {
    const observer = new QueryObserver(client, { ...read(GetEpisode, { params: { id } }), select: chaptersOf })
    const handleResult = ({ data }: { data: readonly ChapterStart[] | undefined }) => data && show(data)
    const stop = observer.subscribe(handleResult)
    handleResult(observer.getCurrentResult())
    return stop
  }
