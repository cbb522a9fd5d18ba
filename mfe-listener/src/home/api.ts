import { ListUserBadges } from '@griot/contracts/points'
import { read } from '@griot/shell-sdk/read'
import { useQuery } from '@tanstack/react-query'

export const useMyBadges = () => useQuery(read(ListUserBadges, { params: { id: 'me' } }))
