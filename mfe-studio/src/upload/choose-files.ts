import {
  AUDIO_FAMILIES,
  AUDIO_TYPES,
  audioFamily,
  MAX_UPLOAD_BYTES,
  mostBytesOf,
  REFUSED_FILE,
  tooLargeText,
} from '@griot/contracts/media/audio-types'
import type { StorageUse } from '@griot/contracts/uploads'
import { MAX_SECONDS } from '@griot/contracts/values'
import { formatFileSize } from '@griot/ui/format'
import { useStorage } from './api.ts'
import type { RefusedFile } from './upload-state.ts'
import type { Uploads } from './uploads.ts'

const OGG_EXTENSIONS = ['OGA', 'OPUS']

/** The file with a type. Some systems have none for FLAC or Opus, and the server requires one. */
export const withType = (file: File) => {
  if (file.type !== '') return file
  const extension = file.name.split('.').at(-1)?.toUpperCase() ?? ''
  const format = OGG_EXTENSIONS.includes(extension) ? 'OGG' : extension
  const family = AUDIO_FAMILIES.find((name) => name === format)
  if (!family) return file
  return new File([file], file.name, { type: AUDIO_TYPES[family][0], lastModified: file.lastModified })
}

/** A media service of the previous release states no limit. */
const losslessBytesOf = (storage: StorageUse | undefined) => storage?.losslessBytes ?? MAX_UPLOAD_BYTES

/** The largest accepted files, for example "100 MB, WAV and FLAC 500 MB". */
export const sizeLimitText = (storage: StorageUse | undefined) => {
  const [most, lossless] = [MAX_UPLOAD_BYTES, losslessBytesOf(storage)]
  return most === lossless ? formatFileSize(most) : `${formatFileSize(most)}, WAV and FLAC ${formatFileSize(lossless)}`
}

type Refusal = Pick<RefusedFile, 'title' | 'description'>

const refusal = (title: string, description: string): Refusal => ({ title, description })

/** The refusal of a file that the server would refuse, also if it exceeds the quota with the planned files; else null. */
export const objectionTo = (file: File, planned: readonly File[] = [], storage?: StorageUse) => {
  if (!audioFamily(file.type)) return refusal('Invalid file type', REFUSED_FILE.type)
  const most = mostBytesOf(file.type, losslessBytesOf(storage))
  if (file.size > most) return refusal('File too large', tooLargeText(most))
  if (file.size === 0) return refusal('Empty file', 'Please choose another one.')
  if (!storage) return null
  const { usedBytes, mostBytes, usedFiles, mostFiles } = storage
  const taken = planned.reduce((sum, { size }) => sum + size, usedBytes)
  if (mostBytes !== null && taken + file.size > mostBytes) {
    const left = formatFileSize(Math.max(0, mostBytes - taken))
    const description = `${file.name} needs ${formatFileSize(file.size)}, and you have ${left} left. Delete files that you no longer need.`
    return refusal('Not enough storage', description)
  }
  if (mostFiles !== null && usedFiles + planned.length >= mostFiles) {
    return refusal(
      'Not enough storage',
      'You have as many files as you can store. Delete some that you no longer need.',
    )
  }
  return null
}

/** The refusal of a recording of this length; null if the length is accepted. */
export const lengthObjection = (seconds: number) => {
  if (seconds < 1) return refusal('Recording too short', 'It is shorter than a second.')
  if (seconds > MAX_SECONDS) return refusal('Recording too long', 'It is longer than 24 hours.')
  return null
}

export const FOLDER = refusal('Folders cannot be uploaded', 'Open the folder, and choose the files in it.')

/** Adds chosen files to the uploads. Lists files that the server would refuse, duplicates and folders with their reasons. */
export const useChooseFiles = (uploads: Uploads) => {
  const storage = useStorage()

  const checkDuration = async (key: string, file: File) => {
    const duration = await readDuration(file)
    if (duration === null) return
    const objection = lengthObjection(duration)
    if (objection) uploads.reject(key, objection)
    else uploads.setDuration(key, duration)
  }

  return (picked: readonly File[], folders: readonly string[] = []) => {
    // The server counts uploads that have begun as used storage.
    const planned = uploads.items.filter(({ uploadId }) => uploadId === null).map(({ file }) => file)
    const taken: File[] = []
    const refused = folders.map((name) => ({ name, ...FOLDER }))
    for (const file of picked.map(withType)) {
      const isListed = [...uploads.items.map((item) => item.file), ...taken].some((other) => isSame(file, other))
      const objection = isListed
        ? refusal('Already selected', `${file.name} is in the list.`)
        : objectionTo(file, [...planned, ...taken], storage.data)
      if (objection) refused.push({ name: file.name, ...objection })
      else taken.push(file)
    }
    for (const { key, file } of uploads.add(taken)) void checkDuration(key, file)
    uploads.refuse(refused)
  }
}

const isSame = (a: File, b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

// Some formats store the length at the end of the file, which takes longer to read.
const MOST_MS = 10_000

/** The length in seconds, as the browser reads it; null if it cannot. */
const readDuration = (file: File) =>
  new Promise<number | null>((resolve) => {
    if (typeof URL.createObjectURL !== 'function') return resolve(null)
    const url = URL.createObjectURL(file)
    const audio = new Audio()
    const finish = (seconds: number | null) => {
      clearTimeout(timer)
      audio.removeAttribute('src')
      URL.revokeObjectURL(url)
      resolve(seconds)
    }
    const timer = setTimeout(() => finish(null), MOST_MS)
    audio.addEventListener('loadedmetadata', () =>
      finish(Number.isFinite(audio.duration) && audio.duration > 0 ? audio.duration : null),
    )
    audio.addEventListener('error', () => finish(null))
    audio.preload = 'metadata'
    audio.src = url
  })
