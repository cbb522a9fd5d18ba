const MOST_CHARACTERS = 255

// Control characters could write lines into a terminal; direction marks could make "3pm.exe" look like "exe.mp3".
const NEVER_SHOWN = /[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

// Browsers write these three into a form's file name so, and leave a real "%" as it is.
const FORM_ESCAPES: Record<string, string> = { '%22': '"', '%0D': '', '%0A': '' }

/** What an uploader's machine called the file, made safe to show: no folders, no invisible characters, one spelling. */
export const cleanName = (given: string) => {
  const unescaped = given.replace(/%(?:22|0D|0A)/g, (written) => FORM_ESCAPES[written] ?? written)
  const base = unescaped.split(/[/\\]/).at(-1) ?? ''
  const visible = base.normalize('NFC').replace(NEVER_SHOWN, '').trim()
  const cut = Array.from(visible).slice(0, MOST_CHARACTERS).join('').trim()
  return cut === '' || cut === '.' || cut === '..' ? 'Untitled audio' : cut
}
