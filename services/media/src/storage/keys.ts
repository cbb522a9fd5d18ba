/** Where an upload's bytes live. Spread over 256 folders, and made of our own id only: a file name never gets here. */
export const originalKey = (uploadId: string) => `originals/${uploadId.slice(0, 2)}/${uploadId}`
