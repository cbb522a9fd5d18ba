import { z } from 'zod'

/** The data of a job that carries several events of one type, in the order of their publication. */
const EventBatch = z.object({ events: z.array(z.object({ id: z.string(), data: z.unknown() })) })
export type EventBatch = z.output<typeof EventBatch>

/** The events of a job. A job of a type that is not frequent, or of the release before, is one event. */
export const eventsIn = ({ id = '', data }: { id?: string | undefined; data: unknown }): EventBatch['events'] =>
  EventBatch.safeParse(data).data?.events ?? [{ id, data }]
