export interface Embed {
  /** The whole address of the embed. */
  address: string
  title: string
  width: number | '100%'
  height: number
}

/** Heights of the embeds of an episode, and of a show with its list of episodes, in pixels. */
export const EMBED_HEIGHTS = { episode: 180, podcast: 440 } as const

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The HTML that shows an embed in a page of another origin. */
export const embedSnippet = ({ address, title, width, height }: Embed) =>
  `<iframe src="${escaped(address)}" title="${escaped(title)}" width="${width}" height="${height}" ` +
  'style="border:0" loading="lazy"></iframe>'
