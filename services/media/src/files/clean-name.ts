const MAX_CHARACTERS = 255

/** Control characters can write lines into a terminal, and direction marks can make "3pm.exe" look like "exe.mp3". */
export const UNPRINTABLE = /[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu

// Browsers escape only these three characters in the file name of a form.
const FORM_ESCAPES: Record<string, string> = { '%22': '"', '%0D': '', '%0A': '' }

/** A file name made safe to show: without folders and invisible characters, in Unicode NFC, at most 255 characters. */
export const cleanName = (fileName: string) => {
  const unescaped = fileName.replace(/%(?:22|0D|0A)/g, (escaped) => FORM_ESCAPES[escaped] ?? escaped)
  const base = unescaped.split(/[/\\]/).at(-1) ?? ''
  const visible = base.normalize('NFC').replace(UNPRINTABLE, '').trim()
  const cut = Array.from(visible).slice(0, MAX_CHARACTERS).join('').trim()
  return cut === '' || cut === '.' || cut === '..' ? 'Untitled audio' : cut
}
