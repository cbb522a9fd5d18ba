import { HoldPoints, ListUnusualEarners, ReleasePoints, type UnusualEarner } from '@griot/contracts/points-review'
import { keyFor } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import { readPages } from '@griot/shell-sdk/read'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useFailureToast } from '../action.tsx'

export const useUnusualEarners = () => useInfiniteQuery(readPages(ListUnusualEarners, {}))

/** Holds or releases the points of a listener. The list is read again afterwards, also after an error. */
export const useSetHold = ({ userId, heldAt }: UnusualEarner) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(heldAt === null ? HoldPoints : ReleasePoints, { params: { id: userId } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyFor(ListUnusualEarners, {}) }),
    onError: useFailureToast('The points could not be held or released.'),
  })
}
