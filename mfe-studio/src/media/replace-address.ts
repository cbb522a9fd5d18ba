/** What the library finds in its address when it is to offer other audio for a file at once. */
export const REPLACE = 'replace'

/** Where the audio of one's own file is replaced, for links from elsewhere. */
export const replaceAddress = (id: string) => `/upload?tab=library&${REPLACE}=${id}`
