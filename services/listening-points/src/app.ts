import { accountPartRoutes } from '@griot/service-kit/account-part'
import { createApp as createServiceApp } from '@griot/service-kit/app'
import type { State } from '@griot/service-kit/context'
import { type Db, sql } from '@griot/service-kit/db'
import type { VerifyIdentity } from '@griot/service-kit/identity'
import type { Log } from '@griot/service-kit/log'
import type { Metrics } from '@griot/service-kit/metrics/metrics'
import type { Route } from '@griot/service-kit/route'
import type Koa from 'koa'
import { accountPart } from './account/account.ts'
import { badgeRoutes } from './badges/routes.ts'
import type { Facts } from './catalog/facts.ts'
import { leaderboardRoutes } from './leaderboard/routes.ts'
import { createBalances } from './ledger/balances.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { libraryRoutes } from './library/routes.ts'
import { listeningRoutes } from './listening/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { ruleRoutes } from './rules/routes.ts'
import type { PaymentProvider } from './tips/payment-provider.ts'
import { tipRoutes } from './tips/routes.ts'

export interface Parts {
  db: Db
  facts: Facts
  payments: PaymentProvider
  /** Nobody may be called like it on the leaderboard. */
  productName: string
  verify: VerifyIdentity
  log: Log
  metrics?: Metrics
  /** How long the leaderboard may show others as they were. */
  boardKeptMs?: number
  /** Called after a commit that left something in the outbox. */
  onRecorded?: () => void
}

const BOARD_KEPT_MS = 1_000

export const routesOf = ({
  db,
  facts,
  payments,
  productName,
  boardKeptMs = BOARD_KEPT_MS,
  onRecorded = () => {},
}: Omit<Parts, 'verify' | 'log' | 'metrics'>): Route[] => {
  const readBalance = createBalances(db)
  return [
    ...listeningRoutes({ db, facts, onTold: onRecorded }),
    ...libraryRoutes(db, facts),
    ...ledgerRoutes(db, readBalance),
    ...leaderboardRoutes(db, boardKeptMs),
    ...badgeRoutes(db, readBalance),
    ...tipRoutes({ db, facts, payments }),
    ...profileRoutes(db, productName),
    ...ruleRoutes(),
    ...accountPartRoutes(accountPart(db)),
  ]
}

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
