/**
 * The gateway sets this header for some seconds after a write of the user: the response must not come from a cache or a
 * replica, which may not contain the write. The gateway removes this header from requests of clients.
 */
export const READ_YOUR_WRITES_HEADER = 'x-griot-fresh'
