import { MAX_COVER_BYTES, UploadPodcastCover } from '@griot/contracts/catalog/covers'
import { type Db, inTransaction } from '@griot/service-kit/db/db'
import { FetchError } from '@griot/service-kit/fetch/fetch-error'
import type { FetchPublic } from '@griot/service-kit/fetch/fetch-public'
import { AppError } from '@griot/service-kit/http/errors'
import type { Log } from '@griot/service-kit/log/log'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { repeatWork } from '@griot/service-kit/repeat-work'
import { type GivenAddress, lockGivenAddress, recordFailure, takeDueAddresses } from './given-addresses.queries.ts'
import { PICTURE_KINDS, setPicture } from './pictures.queries.ts'
import { storePicture } from './upload-picture.ts'

const PAUSE_MS = 2_000
const MAX_ATTEMPTS = 5
/** Doubled after each attempt. */
const RETRY_MINUTES = 5

interface FetchPicturesOptions {
  db: Db
  store: ObjectStore
  log: Log
  fetchPublic: FetchPublic
  /** Called after a picture or the failure of one has changed a podcast or profile. */
  onChange: () => void
}

/**
 * Loads the pictures at addresses that creators gave, once, and stores them as ordinary pictures: a browser that loads a
 * foreign picture discloses its user to that server. Any number of instances may run this.
 */
export const fetchDuePictures = async (options: FetchPicturesOptions) => {
  for (const kind of PICTURE_KINDS) {
    for (const given of await takeDueAddresses(options.db, kind)) {
      await fetchPicture(options, given)
      options.onChange()
    }
  }
}

export const fetchPictures = (options: FetchPicturesOptions) =>
  repeatWork({ what: 'loading given pictures', pauseMs: PAUSE_MS, log: options.log }, () => fetchDuePictures(options))

const fetchPicture = async ({ db, store, log, fetchPublic }: FetchPicturesOptions, given: GivenAddress) => {
  const { kind, ownerId, attempts } = given
  try {
    const { bytes } = await fetchPublic(given.address, {
      maxBytes: MAX_COVER_BYTES,
      types: UploadPodcastCover.fileTypes,
    })
    const pictureId = await storePicture({ db, store }, bytes, { kind, ownerId })
    await inTransaction(db, async (tx) => {
      // If the owner has changed the address or uploaded a picture meanwhile, this one stays unused and is removed later.
      if (await lockGivenAddress(tx, given)) await setPicture(tx, kind, ownerId, pictureId)
    })
    log.info({ kind, ownerId }, 'given picture loaded')
  } catch (error) {
    const sentence = sentenceOf(error)
    const isOver = sentence.isPermanent || attempts >= MAX_ATTEMPTS
    const retryMinutes = isOver ? null : RETRY_MINUTES * 2 ** (attempts - 1)
    await recordFailure(db, given, { failure: sentence.text, retryMinutes })
    log.info({ err: error, kind, ownerId, attempts, isOver }, 'given picture not loaded')
  }
}

/** The reason of the failure, or an instruction for the owner. */
const sentenceOf = (error: unknown) => {
  if (error instanceof FetchError) return { text: error.message, isPermanent: error.isPermanent }
  // The picture itself was refused.
  if (error instanceof AppError && error.status < 500) return { text: error.message, isPermanent: true }
  return { text: 'It could not be stored. We will try again.', isPermanent: false }
}
