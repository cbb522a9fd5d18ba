import { CreateCreator, ListCreators } from '@griot/contracts/catalog'
import { call } from '@griot/contracts/client'
import type { BodyOf } from '@griot/contracts/endpoint'
import { isReadOf } from '@griot/contracts/query-key'
import { read } from '@griot/shell-sdk/read'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

export const useCreators = () => useQuery(read(ListCreators, {}))

export const useCreateCreator = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof CreateCreator>) => call(CreateCreator, { body }),
    onSuccess: () => client.invalidateQueries({ predicate: isReadOf(ListCreators, {}) }),
  })
}
