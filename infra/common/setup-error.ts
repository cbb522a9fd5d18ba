/** A problem that the operator can fix. The message is one sentence and is printed without a stack. */
export class SetupError extends Error {
  override name = 'SetupError'
}

const UNKNOWN_AUTHORITY = /self[- ]signed|unable to (get|verify)/

/** The message of an error, as the end of a sentence. */
export const reasonFor = (error: unknown): string => {
  // A failed connection by IPv6 and IPv4 is an AggregateError without a message.
  const inner = error instanceof AggregateError ? error.errors[0] : error
  const cause = inner instanceof Error && inner.cause instanceof Error ? inner.cause : inner
  const message = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
  return UNKNOWN_AUTHORITY.test(message)
    ? `${message}; set NODE_EXTRA_CA_CERTS to the file of your own certificate authority`
    : message
}
