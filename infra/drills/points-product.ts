import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { freePort } from '@griot/service-kit/testing/free-port'
import { createHttpClient } from '../testing/http-client.ts'
import { gatewayEnvironment, openHarness } from '../testing/open-harness.ts'
import { signIn } from '../testing/sign-in.ts'
import { programOf, runProgram } from '../testing/start-process.ts'
import { replacePointsClock } from './points-clock.ts'

const POINTS = 'services/listening-points'

/** Gateway, catalog, media with a worker, and points as processes. Tests advance the clock of the points. */
export const openPointsProduct = async () => {
  const harness = await openHarness(['listening_points', 'gateway', 'catalog', 'media'])
  const { dataDir, urls, keys } = harness
  const { advance } = await replacePointsClock(urls.griot_migrator)
  const ids = { host: randomUUID(), admin: randomUUID(), listener: randomUUID() }
  const common = {
    IDENTITY_PUBLIC_KEY: keys.IDENTITY_PUBLIC_KEY,
    GRANT_SECRET: keys.GRANT_SECRET,
    OBJECTS_DIR: join(dataDir, 'objects'),
  }
  // Catalog and media call each other, so one of them needs its port before it starts.
  const catalogPort = String(await freePort())
  const mediaEnvironment = {
    ...common,
    DATABASE_URL: urls.media,
    CATALOG_URL: `http://127.0.0.1:${catalogPort}`,
  }
  const media = await harness.start(programOf('services/media'), mediaEnvironment)
  await harness.start(programOf('services/media', { entry: 'worker' }), {
    ...mediaEnvironment,
    WORK_DIR: join(dataDir, 'work'),
  })
  const catalog = await harness.start(programOf('services/catalog'), {
    ...common,
    DATABASE_URL: urls.catalog,
    MEDIA_URL: media.url,
    PORT: catalogPort,
  })
  const points = await harness.start(programOf(POINTS), {
    ...common,
    DATABASE_URL: urls.listening_points,
    CATALOG_URL: catalog.url,
  })
  const { url: origin } = await harness.start(programOf('gateway'), {
    ...gatewayEnvironment(harness, urls.gateway),
    ADMIN_EMAILS: `${ids.admin}@example.org`,
    CATALOG_URL: catalog.url,
    MEDIA_URL: media.url,
    LISTENING_POINTS_URL: points.url,
  })

  const createUser = async (id: string) => {
    const [cookie = ''] = await signIn(urls.gateway, [id])
    const client = createHttpClient(origin, cookie)
    return {
      id,
      ...client,
      /** Loads all of the audio. */
      load: async (path: string) => (await fetch(new URL(path, origin), { headers: { cookie } })).arrayBuffer(),
    }
  }
  return {
    host: await createUser(ids.host),
    admin: await createUser(ids.admin),
    listener: await createUser(ids.listener),
    advance,
    /** Runs `npm run points:report`. */
    report: () => runProgram([`${POINTS}/src/commands/report-earners.ts`], { DATABASE_URL: urls.listening_points }),
    audit: () => runProgram([`${POINTS}/src/commands/audit-ledger.ts`], { DATABASE_URL: urls.listening_points }),
    close: () => harness.close(),
  }
}
