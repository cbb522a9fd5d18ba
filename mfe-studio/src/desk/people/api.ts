import { ListAudit } from '@griot/contracts/audit'
import type { BodyOf } from '@griot/contracts/endpoint'
import { BlockPerson, GetPerson, ListPeople, UnblockPerson } from '@griot/contracts/people'
import { isReadOf } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import { invalidate } from '@griot/shell-sdk/mark-stale'
import { read, readPages } from '@griot/shell-sdk/read'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

interface PeopleFilters {
  search: string
  sort: 'newest' | 'seen'
  isBlocked: boolean
}

export const usePeople = ({ search, sort, isBlocked }: PeopleFilters) =>
  useInfiniteQuery(
    readPages(ListPeople, {
      query: { ...(search !== '' && { search }), sort, ...(isBlocked && { blocked: 'true' as const }) },
    }),
  )

export const usePerson = (id: string) => useQuery(read(GetPerson, { params: { id } }))

type Block = BodyOf<typeof BlockPerson> | BodyOf<typeof UnblockPerson>

/** Blocks a user, or releases one who is blocked. */
export const useSetBlock = (id: string, bodyFor: (reason: string) => Block) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => {
      const body = bodyFor(reason)
      const params = { id }
      return 'shows' in body ? call(BlockPerson, { params, body }) : call(UnblockPerson, { params, body })
    },
    onSettled: () =>
      invalidate(client, [isReadOf(ListPeople, {}), isReadOf(GetPerson, { params: { id } }), isReadOf(ListAudit, {})]),
  })
}
