import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ObjectsEnvironment } from '@griot/service-kit/config'
import { openStore } from '@griot/service-kit/objects/open-store'
import { reasonFor } from '../common/setup-error.ts'
import { readConfig } from '../start/config.ts'
import type { Check } from './finding.ts'

const GIGABYTE = 1024 ** 3

/** Writes, reads and removes an object in the configured storage. */
export const checkObjects: Check = async (env, { warning, error }) => {
  const environment = ObjectsEnvironment.safeParse(env)
  if (!environment.success) {
    for (const { path, message } of environment.error.issues) error(`${path.join('.')}: ${message}.`)
    return ''
  }
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_BUCKET: bucket } = environment.data
  const delivery = env.MEDIA_DELIVERY ?? 'send'
  if (endpoint !== undefined && accessKey === undefined) error('S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY.')
  if (delivery === 'accel' && endpoint !== undefined) {
    error('MEDIA_DELIVERY=accel works with files only: with S3_ENDPOINT set it to redirect or send.')
  }
  if (delivery === 'redirect' && endpoint === undefined) {
    error('MEDIA_DELIVERY=redirect needs a bucket, and S3_ENDPOINT is not set.')
  }
  if (!['send', 'accel', 'redirect'].includes(delivery)) {
    error(`MEDIA_DELIVERY is “${delivery}”: set it to send, accel or redirect.`)
  }
  const location = endpoint === undefined ? (env.OBJECTS_DIR ?? readConfig().objectsDir) : `${endpoint}/${bucket}`
  try {
    const store = openStore({ ...environment.data, ...(endpoint === undefined && { OBJECTS_DIR: location }) })
    await store.ready()
    const key = `doctor/${randomUUID()}`
    const bytes = Buffer.from('test object')
    await store.put(key, Readable.from([bytes]), { size: bytes.length })
    const read = await buffer(await store.read(key))
    await store.remove(key)
    if (!read.equals(bytes)) error(`${location} returned other bytes than were stored.`)
    const free = (await store.freeBytes()) ?? Number.POSITIVE_INFINITY
    const reserved = Number(env.FREE_DISK_BYTES ?? 2 * GIGABYTE)
    const state = `${(free / GIGABYTE).toFixed(1)} GB are free at ${location}`
    const advice = 'Free some space or move OBJECTS_DIR.'
    if (free < reserved) error(`${state}: uploads are refused. ${advice}`)
    else if (free < reserved + GIGABYTE) warning(`${state}: uploads will soon be refused. ${advice}`)
  } catch (failure) {
    error(`${location} cannot be used: ${reasonFor(failure)}.`)
  }
  return `${location} stores and returns objects.`
}
