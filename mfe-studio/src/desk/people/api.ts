import { ListAudit } from '@griot/contracts/audit'
import type { BodyOf } from '@griot/contracts/endpoint'
import { BlockPerson, GetPerson, ListPeople, UnblockPerson } from '@griot/contracts/people'
import { isReadOf } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import { invalidate } from '@griot/shell-sdk/mark-stale'
import { read, readPages } from '@griot/shell-sdk/read'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

interface PeopleFilters {
  search?: string
  sort?: string
  blocked?: string
}

export const usePeople = ({ search, sort, blocked }: PeopleFilters) =>
  useInfiniteQuery(
    readPages(ListPeople, {
      query: {
        ...(search && { search }),
        ...(sort === 'seen' && { sort }),
        ...(blocked === 'true' && { blocked }),
      },
    }),
  )

export const usePerson = (id: string) => useQuery(read(GetPerson, { params: { id } }))

/** Blocks a user, or releases one who is blocked. */
export const useSetBlock = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (block: BodyOf<typeof BlockPerson> | BodyOf<typeof UnblockPerson>) =>
      'shows' in block
        ? call(BlockPerson, { params: { id }, body: block })
        : call(UnblockPerson, { params: { id }, body: block }),
    onSettled: () =>
      invalidate(client, [isReadOf(ListPeople, {}), isReadOf(GetPerson, { params: { id } }), isReadOf(ListAudit, {})]),
  })
}
