import { GetPoints } from '@griot/contracts/points'
import { read } from '@griot/shell-sdk/read'
import { useQuery } from '@tanstack/react-query'

/** Points and level of the person, and how many episodes they have heard. */
export const usePoints = () => useQuery(read(GetPoints, { params: { id: 'me' } }))
