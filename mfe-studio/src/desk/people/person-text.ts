import type { Person } from '@griot/contracts/people'
import { formatFileSize } from '@griot/ui/format'

export const personName = ({ firstName, lastName, email }: Pick<Person, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || email

export const storedText = (bytes: number | null) =>
  bytes === null ? 'storage unknown' : `${formatFileSize(bytes)} stored`
