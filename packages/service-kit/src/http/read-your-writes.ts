/**
 * The gateway sets this header for some seconds after a write of the user, to the milliseconds since the write. The response
 * must contain the write: a replica may not, and a cache only if it was filled since. The gateway removes this header from
 * requests of clients.
 */
export const READ_YOUR_WRITES_HEADER = 'x-griot-fresh'
