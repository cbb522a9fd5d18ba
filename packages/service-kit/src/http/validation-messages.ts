import type { z } from 'zod'

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

const KINDS: Record<string, string> = {
  array: 'Please send a list.',
  boolean: 'Please send true or false.',
  int: 'Please enter a whole number.',
  nan: 'Please enter a number.',
  number: 'Please enter a number.',
  object: 'Please send an object with fields.',
  string: 'Please enter a text.',
}

const FORMATS: Record<string, string> = {
  datetime: 'Please give a time such as 2026-11-21T09:30:00Z.',
  uuid: 'That is not an id.',
}

/** The sentence for a field whose schema has no message of its own. */
export const inputSentence = (issue: RawIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return (issue.input === undefined ? undefined : KINDS[issue.expected]) ?? 'Please fill this in.'
    case 'too_small':
      return `Please enter at least ${issue.minimum}.`
    case 'too_big':
      return `Please enter at most ${issue.maximum}.`
    case 'invalid_value':
      return `Please choose one of: ${issue.values.map(String).join(', ')}.`
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This does not have the right form.'
    default:
      return 'Please check this.'
  }
}
