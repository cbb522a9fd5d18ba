import { ListCreators } from '@griot/contracts/catalog/creators'
import { read } from '@griot/shell-sdk/read'
import { useQuery } from '@tanstack/react-query'

/** What the host says about themself; undefined while unknown or when they have no profile. */
export const useHostProfile = (hostId: string) =>
  useQuery({ ...read(ListCreators, { query: { userId: hostId } }), select: ([profile]) => profile }).data
