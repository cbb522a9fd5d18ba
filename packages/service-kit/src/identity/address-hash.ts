/**
 * Request header by which the gateway states from where a session was started: a keyed hash of the client's address, which
 * changes every day (UTC). Equal hashes are equal addresses; the address itself is neither sent nor stored.
 */
export const ADDRESS_HASH_HEADER = 'x-griot-address-hash'
