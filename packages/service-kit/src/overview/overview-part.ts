import type { Endpoint, ResponseOf } from '@griot/contracts/endpoint'
import { FailedInvitations, ListeningCounts, StoredFiles } from '@griot/contracts/overview'
import { z } from 'zod'
import { on, type Route } from '../http/route.ts'

// The gateway calls these endpoints of the services for the overview of admins and has no public route to them.

const overviewPart = <Schema extends z.ZodType>(response: Schema) =>
  ({
    method: 'GET',
    path: '/api/overview-part',
    access: 'admin',
    summary: 'The figures of this service for the overview.',
    response,
  }) as const satisfies Endpoint

export const ReadListeningCounts = overviewPart(ListeningCounts)

export const ReadStoredFiles = overviewPart(StoredFiles.extend({ isStoreReady: z.boolean() }))

export const ReadFailedInvitations = overviewPart(FailedInvitations)

export const overviewPartRoute = <E extends ReturnType<typeof overviewPart>>(
  endpoint: E,
  read: () => Promise<ResponseOf<E>>,
): Route => on<E>(endpoint, read)
