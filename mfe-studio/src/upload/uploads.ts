import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { createStore } from '@griot/shell-sdk/store'
import { cancelUpload, refreshStorage } from './api.ts'
import { loadSender, runAttempt, scheduleRetry } from './send-attempt.ts'
import {
  type ChosenUpload,
  NO_UPLOADS,
  newUpload,
  next,
  type RefusedFile,
  type UploadEvent,
  type UploadsState,
} from './upload-state.ts'
import { createUploadStatus } from './upload-status.ts'

/** The uploads of one user in this visit. They continue while the user is on other pages. */
const createUploads = (shell: ShellApiV1) => {
  const state = createStore<UploadsState>(NO_UPLOADS)
  const ownerId = shell.session.user.get()?.id ?? ''
  const guardPage = createPageGuard(shell.update)
  const showStatus = createUploadStatus(shell)
  let lastKey = 0

  const dispatch = (event: UploadEvent) => {
    const before = state.get().items
    state.set(next(state.get(), event))
    const after = state.get().items
    runEffects(before, after)
    guardPage(after.some((item) => item.state !== 'chosen'))
    showStatus(after)
  }

  const runEffects = createEffects(shell, ownerId, dispatch)

  shell.signal.addEventListener('abort', () => dispatch({ type: 'signedOut' }))

  return {
    state,
    add(files: readonly File[], replaces: ChosenUpload['replaces'] = null) {
      const items = files.map((file) => newUpload(String(++lastKey), file, replaces))
      dispatch({ type: 'added', items })
      for (const { key, file } of items) {
        void loadSender()
          .then(({ begunBefore }) => begunBefore(file, ownerId))
          .then((uploadId) => uploadId !== null && dispatch({ type: 'recognized', key, uploadId }))
          .catch((error: unknown) => console.error('the earlier uploads of the file are unknown', error))
      }
      return items
    },
    setDuration: (key: string, duration: number) => dispatch({ type: 'measured', key, duration }),
    clear: (key: string) => dispatch({ type: 'cleared', key }),
    /** Lists files that cannot be uploaded. */
    refuse(files: readonly Omit<RefusedFile, 'key'>[]) {
      if (files.length === 0) return
      dispatch({ type: 'refused', files: files.map((file) => ({ ...file, key: String(++lastKey) })) })
    },
    /** Removes a chosen file, and lists it as refused. No effect once its upload has begun. */
    reject: (key: string, reason: Pick<RefusedFile, 'title' | 'description'>) =>
      dispatch({ type: 'rejected', key, ...reason }),
    dismissRefused: () => dispatch({ type: 'dismissed' }),
    /** Starts all chosen uploads, or one of them. */
    start(only?: string) {
      for (const { key } of state.get().items) {
        if (only === undefined || key === only) dispatch({ type: 'started', key })
      }
    },
    pause: (key: string) => dispatch({ type: 'paused', key }),
    /** Resumes a paused upload, or one that waits for its connection. */
    resume: (key: string) => dispatch({ type: 'resumed', key }),
    /** Returns an upload to the chosen files, and removes what has arrived. */
    cancel(key: string) {
      const uploadId = state.get().items.find((item) => item.key === key)?.uploadId ?? null
      dispatch({ type: 'cancelled', key })
      if (uploadId === null) return
      void cancelUpload(uploadId)
        // It remains in the list of unfinished uploads, where it can be cancelled again.
        .catch((error: unknown) => console.error('the upload could not be cancelled on the server', error))
        .then(() => refreshStorage(shell.query.client))
    },
  }
}

/** Stops the effects of uploads that leave a state, and starts those of uploads that enter one. */
const createEffects = (shell: ShellApiV1, ownerId: string, dispatch: (event: UploadEvent) => void) => {
  /** Stops what an upload does in its state: its attempt, or its wait for a retry. */
  const stops = new Map<string, () => void>()

  const start = (item: ChosenUpload) => {
    const { key, interruptions } = item
    if (item.state === 'lost') {
      const retry = () => dispatch({ type: 'retried', key })
      stops.set(key, scheduleRetry(interruptions, retry))
    }
    if (item.state === 'sending') {
      const abort = new AbortController()
      const stop = () => abort.abort()
      stops.set(key, stop)
      void runAttempt(shell, item, { ownerId, abort, dispatch, isCurrent: () => stops.get(key) === stop })
    }
  }

  const differsFrom = (item: ChosenUpload, others: readonly ChosenUpload[]) =>
    others.every(({ key, state }) => key !== item.key || state !== item.state)

  return (before: readonly ChosenUpload[], after: readonly ChosenUpload[]) => {
    for (const item of before.filter((one) => differsFrom(one, after))) {
      stops.get(item.key)?.()
      stops.delete(item.key)
    }
    for (const item of after.filter((one) => differsFrom(one, before))) start(item)
  }
}

const warn = (event: Event) => event.preventDefault()

/** While uploads are active, asks before the page closes and blocks updates of the page. */
const createPageGuard = (update: ShellApiV1['update']) => {
  let unblock: (() => void) | null = null
  return (isBusy: boolean) => {
    if (isBusy && !unblock) {
      unblock = update.block('uploading')
      addEventListener('beforeunload', warn)
    } else if (!isBusy && unblock) {
      unblock()
      unblock = null
      removeEventListener('beforeunload', warn)
    }
  }
}

const byShell = new WeakMap<ShellApiV1, ReturnType<typeof createUploads>>()

/** The uploads of this visit, shared by all pages of the module. */
export const useUploads = () => {
  const shell = useShell()
  const uploads = byShell.get(shell) ?? createUploads(shell)
  byShell.set(shell, uploads)
  return { ...uploads, ...useStore(uploads.state) }
}

export type Uploads = ReturnType<typeof useUploads>
