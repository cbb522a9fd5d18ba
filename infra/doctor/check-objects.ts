import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ObjectsEnvironment } from '@griot/service-kit/config'
import { openStore } from '@griot/service-kit/objects/open-store'
import { readConfig } from '../start/config.ts'
import { because, type Check, speaker } from './finding.ts'

const { good, odd, wrong } = speaker('objects')
const GIGABYTE = 1024 ** 3

/** Writes an object, reads it back and removes it, wherever objects live. */
export const checkObjects: Check = async (env) => {
  const environment = ObjectsEnvironment.safeParse(env)
  if (!environment.success) {
    return environment.error.issues.map(({ path, message }) => wrong(`${path.join('.')}: ${message}.`))
  }
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_BUCKET: bucket } = environment.data
  const delivery = env.MEDIA_DELIVERY ?? 'send'
  const findings = []
  if (endpoint !== undefined && accessKey === undefined)
    findings.push(wrong('S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY.'))
  if (delivery === 'accel' && endpoint !== undefined) {
    findings.push(wrong('MEDIA_DELIVERY=accel is for files: with S3_ENDPOINT set it to redirect or send.'))
  }
  if (delivery === 'redirect' && endpoint === undefined) {
    findings.push(wrong('MEDIA_DELIVERY=redirect sends players to a bucket, and S3_ENDPOINT is not set.'))
  }
  if (!['send', 'accel', 'redirect'].includes(delivery)) findings.push(wrong(`MEDIA_DELIVERY cannot be “${delivery}”.`))
  const place = endpoint === undefined ? (env.OBJECTS_DIR ?? readConfig().objectsDir) : `${endpoint}/${bucket}`
  try {
    const store = openStore({ ...environment.data, ...(endpoint === undefined && { OBJECTS_DIR: place }) })
    await store.ready()
    const key = `doctor/${randomUUID()}`
    const bytes = Buffer.from('Is anybody there?')
    await store.put(key, Readable.from([bytes]), { size: bytes.length })
    const read = await buffer(await store.read(key))
    await store.remove(key)
    if (!read.equals(bytes)) findings.push(wrong(`${place} gave back something else than was stored.`))
    const free = await store.freeBytes()
    const kept = Number(env.FREE_DISK_BYTES ?? 2 * GIGABYTE)
    if (free !== null && free < kept + GIGABYTE) {
      const full = free < kept ? 'uploads are refused already' : 'uploads will soon be refused'
      const say = free < kept ? wrong : odd
      findings.push(
        say(`${(free / GIGABYTE).toFixed(1)} GB are free at ${place}: ${full}. Make room or move OBJECTS_DIR.`),
      )
    }
  } catch (error) {
    findings.push(wrong(`${place} cannot be used: ${because(error)}.`))
  }
  return findings.length > 0 ? findings : [good(`${place} stores and gives back.`)]
}
