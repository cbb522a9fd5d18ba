import { type AudioFamily, audioFamily, MAX_UPLOAD_BYTES, REFUSED_FILE } from '@griot/contracts/media/audio-types'
import { MAX_SECONDS } from '@griot/contracts/values'
import type { Toast } from '@griot/shell-sdk/contract'
import { formatFileSize } from '@griot/ui/format'

const EXTENSIONS: Record<string, AudioFamily> = {
  mp3: 'MP3',
  wav: 'WAV',
  ogg: 'OGG',
  oga: 'OGG',
  opus: 'OGG',
  aac: 'AAC',
  m4a: 'M4A',
  flac: 'FLAC',
}

const TYPE_OF: Record<AudioFamily, string> = {
  MP3: 'audio/mpeg',
  WAV: 'audio/wav',
  OGG: 'audio/ogg',
  AAC: 'audio/aac',
  M4A: 'audio/mp4',
  FLAC: 'audio/flac',
}

/** The file with a type: some systems know none for FLAC or Opus, and the server goes by what is declared first. */
export const withType = (file: File) => {
  if (file.type !== '') return file
  const family = EXTENSIONS[file.name.split('.').at(-1)?.toLowerCase() ?? '']
  return family ? new File([file], file.name, { type: TYPE_OF[family], lastModified: file.lastModified }) : file
}

/** What stands against uploading this file, or null. The server has the last word; this only saves the wait. */
export const objectionTo = (file: File): Toast | null => {
  if (!audioFamily(file.type)) {
    return { title: 'Invalid file type', description: REFUSED_FILE.type, tone: 'destructive' }
  }
  if (file.size > MAX_UPLOAD_BYTES) {
    return { title: 'File too large', description: REFUSED_FILE.size, tone: 'destructive' }
  }
  if (file.size === 0) {
    return {
      title: 'Empty file',
      description: 'There is nothing in that file. Please choose another one.',
      tone: 'destructive',
    }
  }
  return null
}

interface Left {
  /** Null where there is no limit. */
  bytes: number | null
  files: number | null
}

/** What stands against storing it besides those that are about to be stored; null when there is room. */
export const roomObjection = (file: File, planned: readonly File[], left: Left): Toast | null => {
  const bytes = left.bytes === null ? null : left.bytes - planned.reduce((sum, { size }) => sum + size, 0)
  const title = 'Not enough room'
  if (bytes !== null && file.size > bytes) {
    const description = `${file.name} needs ${formatFileSize(file.size)}, and you have ${formatFileSize(Math.max(0, bytes))} left. Delete files that you no longer need.`
    return { title, description, tone: 'destructive' }
  }
  if (left.files !== null && planned.length >= left.files) {
    const description = 'You have as many files as you can store. Delete some that you no longer need.'
    return { title, description, tone: 'destructive' }
  }
  return null
}

/** What stands against a recording of this length; null when nothing does. */
export const lengthObjection = (seconds: number): Toast | null => {
  if (seconds < 1) {
    return { title: 'Recording too short', description: 'It is shorter than a second.', tone: 'destructive' }
  }
  if (seconds > MAX_SECONDS) {
    return { title: 'Recording too long', description: 'It is longer than 24 hours.', tone: 'destructive' }
  }
  return null
}
