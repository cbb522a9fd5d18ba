import { GetPoints, GetPointsRules, ListUserBadges } from '@griot/contracts/points'
import { read } from '@griot/shell-sdk/read'
import { useQuery } from '@tanstack/react-query'

const ME = { params: { id: 'me' } } as const

export const usePoints = () => useQuery(read(GetPoints, ME))
export const useMyBadges = () => useQuery(read(ListUserBadges, ME))
export const usePointsRules = () => useQuery(read(GetPointsRules, {}))
