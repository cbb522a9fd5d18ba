import { AppError } from '@griot/service-kit/errors'

/** A change of the registry that is refused, in a sentence for whoever asked for it. */
export const registryRefusal = (status: 400 | 403 | 404 | 409 | 412 | 422, code: string, message: string) =>
  new AppError(status, code, message)
