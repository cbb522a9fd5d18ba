import { type AudioFamily, audioFamily, MAX_UPLOAD_BYTES, REFUSED_FILE } from '@griot/contracts/media'
import type { Toast } from '@griot/shell-sdk/contract'

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
