import type { MediaFile } from '@griot/contracts/media/media-file'

export const SHOWN = {
  all: 'All files',
  ready: 'Ready',
  processing: 'Processing',
  failed: 'Failed',
  unlinked: 'In no episode yet',
} as const
export type Shown = keyof typeof SHOWN

export const SORTED = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
  largest: 'Largest first',
  longest: 'Longest first',
} as const
export type Sorted = keyof typeof SORTED

export interface Wish {
  typed: string
  shown: Shown
  sorted: Sorted
}

const isShown = (file: MediaFile, shown: Shown) => {
  if (shown === 'all') return true
  if (shown === 'unlinked') return file.episodeIds.length === 0
  return file.status === shown
}

const ORDERS: Record<Sorted, (a: MediaFile, b: MediaFile) => number> = {
  newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
  oldest: (a, b) => a.createdAt.localeCompare(b.createdAt),
  // "Part 10" comes after "Part 9".
  name: (a, b) => a.originalName.localeCompare(b.originalName, undefined, { numeric: true }),
  largest: (a, b) => b.fileSize - a.fileSize,
  longest: (a, b) => (b.duration ?? 0) - (a.duration ?? 0),
}

/** The files that someone asked for, in the order they asked for. */
export const pickFiles = (files: readonly MediaFile[], { typed, shown, sorted }: Wish) => {
  const wanted = typed.trim().toLowerCase()
  return files
    .filter((file) => isShown(file, shown) && file.originalName.toLowerCase().includes(wanted))
    .sort(ORDERS[sorted])
}
