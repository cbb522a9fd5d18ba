const withAudio = (path: string, audioId: string | null) =>
  audioId === null ? path : `${path}?audio=${encodeURIComponent(audioId)}`

export const showPath = (podcastId: string) => `/studio/${podcastId}`

/** `audioId` is the recording of the episode. */
export const newEpisodePath = (podcastId: string, audioId: string | null = null) =>
  withAudio(`${showPath(podcastId)}/new`, audioId)

/** Leads to the form of the user's only show, asks for one of several, or creates the first one. */
export const chooseShowPath = (audioId: string | null) => withAudio('/studio/new', audioId)

export const createShowPath = '/studio?create=show'
