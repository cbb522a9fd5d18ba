import { tracedWithin } from '../tracing/tracing.ts'
import type { ObjectStore } from './object-store.ts'

const spanned =
  <Given extends [key: string, ...unknown[]], Result>(
    owner: object,
    what: string,
    work: (...given: Given) => Promise<Result>,
  ) =>
  (...given: Given) =>
    tracedWithin(`s3 ${what}`, { kind: 'client', attributes: { 'griot.object_key': given[0] } }, () =>
      work.apply(owner, given),
    )

/** The store, with what is asked of it seen in traces. A read ends there when its first bytes are on their way. */
export const traceStore = (store: ObjectStore): ObjectStore => ({
  ...store,
  put: spanned(store, 'put', store.put),
  create: spanned(store, 'create', store.create),
  stat: spanned(store, 'stat', store.stat),
  read: spanned(store, 'read', store.read),
  download: spanned(store, 'download', store.download),
  list: spanned(store, 'list', store.list),
  remove: spanned(store, 'remove', store.remove),
  arriving: {
    ...store.arriving,
    append: spanned(store.arriving, 'append', store.arriving.append),
    complete: spanned(store.arriving, 'complete', store.arriving.complete),
  },
})
