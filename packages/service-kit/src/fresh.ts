/**
 * Set by the gateway for someone who has just written: what they read must not come from a memory or a replica that may
 * not know of it yet. No header of this name passes in from outside.
 */
export const FRESH_HEADER = 'x-griot-fresh'
