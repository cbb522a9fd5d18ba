import { z } from 'zod'

export const MAX_HTML = 100_000

/** HTML from an editor or another host. The service sanitizes it before it stores it. */
export const NotesHtml = z.string().max(MAX_HTML, `Please use at most ${MAX_HTML} characters.`)
