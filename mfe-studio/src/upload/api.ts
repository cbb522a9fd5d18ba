import { GetStorage, ListUploads, type StorageUse } from '@griot/contracts/uploads'
import { useShell } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { giveUpUpload, refreshRoom } from './uploads.ts'

/** How much is stored, and how much there is room for. */
export const useStorage = () => useQuery(read(GetStorage, {}))

/** What is left of it; null where there is no limit, or it is not known. */
export const leftOf = (use: StorageUse | undefined) => ({
  bytes: use?.mostBytes == null ? null : Math.max(0, use.mostBytes - use.usedBytes),
  files: use?.mostFiles == null ? null : Math.max(0, use.mostFiles - use.usedFiles),
})

/** Uploads that have begun, here or elsewhere, and are not whole. */
export const useUnfinished = () => useQuery(read(ListUploads, {}))

export const useGiveUp = () => {
  const client = useQueryClient()
  const { ui } = useShell()
  return useMutation({
    mutationFn: giveUpUpload,
    onSettled: () => refreshRoom(client),
    onError: () =>
      ui.toast({ title: 'Not given up', description: 'Please try again in a moment.', tone: 'destructive' }),
  })
}
