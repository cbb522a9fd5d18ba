/*
 * The addresses of public resources, below the public origin. They are permanent: apps and directories store them, so no part
 * of one may change or be used again.
 */

export const feedPath = (podcastId: string) => `/feeds/${podcastId}.xml`
export const privateFeedPath = (podcastId: string, token: string) => `/feeds/${podcastId}/private/${token}.xml`

export const audioPath = (episodeId: string) => `/audio/${episodeId}.mp3`
export const privateAudioPath = (token: string, episodeId: string) => `/audio/private/${token}/${episodeId}.mp3`

/** A square JPEG. */
export const coverPath = (pictureId: string) => `/covers/${pictureId}.jpg`
/** 1200 × 630 pixels, for link previews. */
export const coverPreviewPath = (pictureId: string) => `/covers/${pictureId}-preview.jpg`

export const chaptersPath = (episodeId: string) => `/chapters/${episodeId}.json`

export const showPagePath = (podcastId: string) => `/listen/${podcastId}`
/** `at` is the second at which playback starts. */
export const episodePagePath = (podcastId: string, episodeId: string, at?: number) =>
  `/listen/${podcastId}/${episodeId}${at === undefined ? '' : `?t=${Math.floor(at)}`}`

export const embedPath = (episodeId: string) => `/embed/${episodeId}`
export const showEmbedPath = (podcastId: string) => `/embed/podcast/${podcastId}`
/** `url` is the whole address of a public page. */
export const oembedPath = (url: string, format: 'json' | 'xml') =>
  `/oembed?url=${encodeURIComponent(url)}&format=${format}`
