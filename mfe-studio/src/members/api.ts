import { ListEpisodes } from '@griot/contracts/catalog/episodes'
import {
  AcceptInvitation,
  ChangeMemberRole,
  DeclineInvitation,
  GetInvitation,
  GetPodcastAccess,
  InviteMember,
  ListInvitations,
  ListMembers,
  RemoveMember,
  RevokeInvitation,
} from '@griot/contracts/catalog/members'
import { ListPodcasts } from '@griot/contracts/catalog/podcasts'
import type { MemberRole } from '@griot/contracts/catalog/roles'
import type { BodyOf } from '@griot/contracts/endpoint'
import { isReadOf } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import { invalidate } from '@griot/shell-sdk/mark-stale'
import { read, readPages } from '@griot/shell-sdk/read'
import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useFailureToast } from '../action.tsx'

export const useAccess = (podcastId: string, enabled = true) =>
  useQuery({ ...read(GetPodcastAccess, { params: { id: podcastId } }), enabled })

export const useMembers = (podcastId: string) => useInfiniteQuery(readPages(ListMembers, { params: { id: podcastId } }))

export const useInvitations = (podcastId: string) =>
  useInfiniteQuery(readPages(ListInvitations, { params: { id: podcastId } }))

const refreshShow = (client: QueryClient, podcastId: string) => {
  const params = { id: podcastId }
  return invalidate(client, [
    isReadOf(ListMembers, { params }),
    isReadOf(ListInvitations, { params }),
    isReadOf(GetPodcastAccess, { params }),
  ])
}

/** The user's own lists have changed. */
const refreshLists = (client: QueryClient) =>
  invalidate(client, [isReadOf(ListPodcasts, {}), isReadOf(ListEpisodes, {})])

export const useInviteMember = (podcastId: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof InviteMember>) => call(InviteMember, { params: { id: podcastId }, body }),
    onSuccess: () => void refreshShow(client, podcastId),
  })
}

export const useRevokeInvitation = (podcastId: string) => {
  const client = useQueryClient()
  const onError = useFailureToast('The invitation was not revoked. Please try again.')
  return useMutation({
    mutationFn: (invitationId: string) => call(RevokeInvitation, { params: { id: podcastId, invitationId } }),
    onError,
    onSettled: () => void refreshShow(client, podcastId),
  })
}

export const useChangeRole = (podcastId: string) => {
  const client = useQueryClient()
  const onError = useFailureToast('The role was not changed. Please try again.')
  return useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: MemberRole }) =>
      call(ChangeMemberRole, { params: { id: podcastId, userId }, body: { role } }),
    onError,
    onSettled: () => void refreshShow(client, podcastId),
  })
}

export const useRemoveMember = (podcastId: string) => {
  const client = useQueryClient()
  const onError = useFailureToast('The member was not removed. Please try again.')
  return useMutation({
    mutationFn: (userId: string) => call(RemoveMember, { params: { id: podcastId, userId } }),
    onError,
    onSettled: () => Promise.all([refreshShow(client, podcastId), refreshLists(client)]),
  })
}

export const useInvitation = (token: string) =>
  useQuery({ ...read(GetInvitation, { params: { token } }), retry: false })

export const useAcceptInvitation = (token: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(AcceptInvitation, { params: { token } }),
    onSuccess: () => void refreshLists(client),
  })
}

export const useDeclineInvitation = (token: string) =>
  useMutation({ mutationFn: () => call(DeclineInvitation, { params: { token } }) })
