import { call } from '@griot/contracts/client'
import { CreateFavorite, DeleteFavorite, ListFavorites } from '@griot/contracts/library'
import { useShell } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const myFavorites = read(ListFavorites, { params: { id: 'me' } })

export const useFavorites = () => useQuery(myFavorites)

/** Adds the podcast when it is no favorite yet, else removes it. */
export const useToggleFavorite = (podcastId: string) => {
  const client = useQueryClient()
  const { ui } = useShell()
  const favorites = useFavorites()
  const favorite = favorites.data?.find((one) => one.podcastId === podcastId)

  const toggle = useMutation({
    mutationFn: async () =>
      favorite
        ? await call(DeleteFavorite, { params: { id: favorite.id } })
        : await call(CreateFavorite, { body: { podcastId } }),
    onSuccess: async () => {
      ui.toast({ title: favorite ? 'Removed from Favorites' : 'Added to Favorites' })
      await client.invalidateQueries({ queryKey: myFavorites.queryKey })
    },
    onError: (error) => {
      console.error('the favorite did not change', error)
      ui.toast({ title: 'That did not work', description: 'Please try again.', tone: 'destructive' })
    },
  })

  return { isFavorite: favorite !== undefined, isKnown: favorites.isSuccess, toggle }
}
