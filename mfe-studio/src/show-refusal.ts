import { ApiError } from '@griot/contracts/errors'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'

/** Puts what the server says about single fields beside them, and its sentence at the end of the form. */
export const showRefusal = <Values extends FieldValues>(error: unknown, setError: UseFormSetError<Values>) => {
  if (!(error instanceof ApiError)) return
  for (const [field, message] of Object.entries(error.fields)) setError(field as Path<Values>, { message })
  if (error.sentence && Object.keys(error.fields).length === 0) setError('root.server', { message: error.sentence })
}
