import { ApiError } from '@griot/contracts/errors'
import { useShell } from '@griot/shell-sdk/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { rememberMedia } from '../media/api.ts'
import { sendFile } from './send-file.ts'

/** Where the bar stands before the first byte has been counted. */
const START_PERCENT = 10
// More at once would only make each of them slower, and the server takes few from one person.
const AT_ONCE = 2

/** 10 on start, then the bytes fill the rest. */
const percentOf = (sent: number, total: number) =>
  total > 0 ? START_PERCENT + Math.floor((100 - START_PERCENT) * Math.min(1, sent / total)) : START_PERCENT

/** A file that was chosen, on its way to the server. */
export interface ChosenUpload {
  key: string
  file: File
  state: 'chosen' | 'waiting' | 'sending'
  percent: number
  /** Why the last try failed, as the server said it. */
  failure: string | null
}

export interface Uploads {
  items: readonly ChosenUpload[]
  add(files: readonly File[]): void
  clear(key: string): void
  /** Uploads that succeeded while the screen was open, the newest first. */
  uploadedIds: readonly string[]
  start(): Promise<void>
  cancel(key: string): void
}

let lastKey = 0

/** Uploads go on behind the other tab; leaving the screen cancels them. */
export const useUploads = (): Uploads => {
  const client = useQueryClient()
  const { ui, signal: moduleSignal } = useShell()
  const [items, setItems] = useState<readonly ChosenUpload[]>([])
  const [uploadedIds, setUploadedIds] = useState<readonly string[]>([])
  const running = useRef(new Map<string, AbortController>())

  useEffect(() => {
    const all = running.current
    return () => {
      for (const abort of all.values()) abort.abort()
    }
  }, [])

  const change = (key: string, changes: Partial<ChosenUpload>) =>
    setItems((known) => known.map((item) => (item.key === key ? { ...item, ...changes } : item)))
  const clear = (key: string) => setItems((known) => known.filter((item) => item.key !== key))

  const send = async ({ key, file }: ChosenUpload, { signal }: AbortController) => {
    if (signal.aborted) return
    change(key, { state: 'sending', percent: START_PERCENT })
    try {
      const { mediaFile } = await sendFile(file, {
        signal: AbortSignal.any([signal, moduleSignal]),
        onProgress: (sent, total) => change(key, { percent: percentOf(sent, total) }),
      })
      rememberMedia(client, mediaFile)
      clear(key)
      setUploadedIds((ids) => [mediaFile.id, ...ids])
      ui.toast({
        title: 'Upload successful',
        description: `${mediaFile.originalName} has been uploaded successfully.`,
      })
    } catch (error) {
      if (signal.aborted) return
      const failure = (error instanceof ApiError ? error.sentence : undefined) ?? 'Upload failed'
      change(key, { state: 'chosen', percent: 0, failure })
      ui.toast({ title: 'Upload failed', description: failure, tone: 'destructive' })
    } finally {
      running.current.delete(key)
    }
  }

  const start = async () => {
    const waiting = items
      .filter(({ state }) => state === 'chosen')
      .map((item) => {
        const abort = new AbortController()
        running.current.set(item.key, abort)
        change(item.key, { state: 'waiting', failure: null })
        return { item, abort }
      })
    const sendNext = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await send(next.item, next.abort)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sendNext))
  }

  return {
    items,
    add: (files) =>
      setItems((known) => [
        ...known,
        ...files.map((file): ChosenUpload => {
          lastKey += 1
          return { key: String(lastKey), file, state: 'chosen', percent: 0, failure: null }
        }),
      ]),
    clear,
    uploadedIds,
    start,
    cancel: (key) => {
      running.current.get(key)?.abort()
      running.current.delete(key)
      change(key, { state: 'chosen', percent: 0 })
    },
  }
}
