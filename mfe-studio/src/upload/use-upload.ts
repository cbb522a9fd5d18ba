import { ApiError } from '@griot/contracts/errors'
import { useShell } from '@griot/shell-sdk/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { rememberMedia } from '../media/api.ts'
import { sendFile } from './send-file.ts'

/** Where the bar stands before the first byte has been counted. */
const START_PERCENT = 10

/** 10 on start, then the bytes fill the rest. */
const percentOf = (sent: number, total: number) =>
  total > 0 ? START_PERCENT + Math.floor((100 - START_PERCENT) * Math.min(1, sent / total)) : START_PERCENT

export interface Upload {
  chosen: File | null
  choose(file: File | null): void
  /** Uploads that succeeded while the screen was open, the newest first. */
  uploadedIds: readonly string[]
  start(): Promise<void>
  cancel(): void
  percent: number
  isPending: boolean
}

/** One upload at a time; it goes on behind the other tab, and leaving the screen cancels it. */
export const useUpload = (): Upload => {
  const client = useQueryClient()
  const { ui, signal: moduleSignal } = useShell()
  const [chosen, setChosen] = useState<File | null>(null)
  const [uploadedIds, setUploadedIds] = useState<readonly string[]>([])
  const [percent, setPercent] = useState(0)
  const [isPending, setIsPending] = useState(false)
  const running = useRef<AbortController | null>(null)

  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    if (!chosen || isPending) return
    const abort = new AbortController()
    running.current = abort
    setIsPending(true)
    setPercent(START_PERCENT)
    try {
      const { mediaFile } = await sendFile(chosen, {
        signal: AbortSignal.any([abort.signal, moduleSignal]),
        onProgress: (sent, total) => setPercent(percentOf(sent, total)),
      })
      rememberMedia(client, mediaFile)
      setChosen(null)
      setUploadedIds((ids) => [mediaFile.id, ...ids])
      ui.toast({
        title: 'Upload successful',
        description: `${mediaFile.originalName} has been uploaded successfully.`,
      })
    } catch (error) {
      if (abort.signal.aborted) return
      const sentence = error instanceof ApiError ? error.sentence : undefined
      ui.toast({ title: 'Upload failed', description: sentence ?? 'Upload failed', tone: 'destructive' })
    } finally {
      setPercent(0)
      setIsPending(false)
    }
  }

  return {
    chosen,
    choose: setChosen,
    uploadedIds,
    start,
    cancel: () => running.current?.abort(),
    percent,
    isPending,
  }
}
