import { CreateFavorite, DeleteFavorite, GetLibraryCounts, ListFavorites } from '@griot/contracts/library'
import { isReadOf } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import { useShell } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import { readPages } from '@griot/shell-sdk/read-pages'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const ME = { id: 'me' } as const
const FAVORITES_AT_A_TIME = 20

const isFavorites = isReadOf(ListFavorites, { params: ME })
const isCounts = isReadOf(GetLibraryCounts, { params: ME })

export const useFavorites = () =>
  useInfiniteQuery(readPages(ListFavorites, { params: ME, query: { limit: FAVORITES_AT_A_TIME } }))

/** Adds the podcast when it is no favorite yet, else removes it. */
export const useToggleFavorite = (podcastId: string) => {
  const client = useQueryClient()
  const { ui } = useShell()
  const favorites = useQuery(read(ListFavorites, { params: ME, query: { podcastId } }))
  const favorite = favorites.data?.find((one) => one.podcastId === podcastId)

  const toggle = useMutation({
    mutationFn: async () =>
      favorite
        ? await call(DeleteFavorite, { params: { id: favorite.id } })
        : await call(CreateFavorite, { body: { podcastId } }),
    onSuccess: async () => {
      ui.toast({ title: favorite ? 'Removed from Favorites' : 'Added to Favorites' })
      await client.invalidateQueries({ predicate: (read) => isFavorites(read) || isCounts(read) })
    },
    onError: (error) => {
      console.error('the favorite did not change', error)
      ui.toast({ title: 'That did not work', description: 'Please try again.', tone: 'destructive' })
    },
  })

  return { isFavorite: favorite !== undefined, isKnown: favorites.isSuccess, toggle }
}
