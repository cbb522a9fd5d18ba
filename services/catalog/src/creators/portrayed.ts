import { GetUploadedPortrait } from '@griot/contracts/catalog/portraits'
import { pathFor } from '@griot/contracts/endpoint'

/** Three times what most places show, for fine screens. */
const USUAL_SIZE = '160'

/** Where the uploaded picture of a profile is, if it has one. */
export const portrayed = (creatorId: string | null, portraitId: string | null) =>
  creatorId === null || portraitId === null
    ? null
    : pathFor(GetUploadedPortrait, { params: { id: creatorId, portraitId, size: USUAL_SIZE } })
