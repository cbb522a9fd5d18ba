import { accountPartRoutes } from '@griot/service-kit/account/account-part'
import { auditPartRoutes } from '@griot/service-kit/audit/list-audit'
import { type Db, sql } from '@griot/service-kit/db/db'
import { createApp as createServiceApp } from '@griot/service-kit/http/app'
import type { State } from '@griot/service-kit/http/context'
import type { Route } from '@griot/service-kit/http/route'
import type { VerifyAudioSent } from '@griot/service-kit/identity/audio-sent'
import type { VerifyIdentity } from '@griot/service-kit/identity/identity'
import type { Log } from '@griot/service-kit/log/log'
import type { Metrics } from '@griot/service-kit/metrics/metrics'
import type Koa from 'koa'
import { accountPart } from './account/account.ts'
import { pointsOfUser } from './account/points-of-user.ts'
import { badgeRoutes } from './badges/routes.ts'
import type { Facts } from './catalog/facts.ts'
import { leaderboardRoutes } from './leaderboard/routes.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { libraryRoutes } from './library/routes.ts'
import { listeningRoutes } from './listening/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { playerRoutes } from './player/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { ruleRoutes } from './rules/routes.ts'
import type { PaymentProvider } from './tips/payment-provider.ts'
import { tipRoutes } from './tips/routes.ts'

export interface Parts {
  db: Db
  facts: Facts
  payments: PaymentProvider
  /** Reserved: no display name may equal it. */
  productName: string
  verify: VerifyIdentity
  verifySent: VerifyAudioSent
  log: Log
  metrics?: Metrics
}

export const routesOf = ({
  db,
  facts,
  verifySent,
  payments,
  productName,
}: Omit<Parts, 'verify' | 'log' | 'metrics'>): Route[] => [
  ...listeningRoutes(db, facts, verifySent),
  ...libraryRoutes(db, facts),
  ...playerRoutes(db),
  ...ledgerRoutes(db),
  ...leaderboardRoutes(db),
  ...badgeRoutes(db),
  ...tipRoutes({ db, facts, payments }),
  ...profileRoutes(db, productName),
  ...ruleRoutes(),
  ...overviewRoutes(db),
  ...accountPartRoutes(db, accountPart(db)),
  ...auditPartRoutes(db),
  pointsOfUser(db),
]

export const createApp = ({ verify, log, metrics, ...parts }: Parts): Koa<State> =>
  createServiceApp({
    routes: routesOf(parts),
    verify,
    log,
    ...(metrics && { metrics }),
    ready: async () => {
      await parts.db.run(sql`select 1`)
    },
  })
