import { feedPath } from '@griot/contracts/public-addresses'

/** The origin of all public addresses. */
export interface PublicOrigin {
  origin: string
  /** `PUBLIC_ORIGIN` is not set, so the addresses work on this machine only. */
  isLocal: boolean
}

export const publicOriginOf = (config: { PUBLIC_ORIGIN?: string | undefined; LOCAL_ORIGIN: string }): PublicOrigin => ({
  origin: new URL(config.PUBLIC_ORIGIN ?? config.LOCAL_ORIGIN).origin,
  isLocal: config.PUBLIC_ORIGIN === undefined,
})

/** The whole address of a path of `public-addresses.ts`. */
export const absolute = ({ origin }: Pick<PublicOrigin, 'origin'>, path: string) => `${origin}${path}`

export const feedUrl = (place: Pick<PublicOrigin, 'origin'>, podcastId: string) => absolute(place, feedPath(podcastId))
