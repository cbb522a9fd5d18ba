/** Where an upload's bytes live. Spread over 256 folders, and made of our own id only: a file name never gets here. */
export const originalKey = (uploadId: string) => `originals/${uploadId.slice(0, 2)}/${uploadId}`

/** Named by the rendition's own id: the same work twice writes the same objects. */
export const renditionKey = (renditionId: string, form: 'mp3' | 'aac') =>
  `renditions/${renditionId.slice(0, 2)}/${renditionId}.${form}`

export const artworkKey = (mediaFileId: string) => `artwork/${mediaFileId.slice(0, 2)}/${mediaFileId}`
