import { seed } from '../seed/seed.ts'

process.once('disconnect', () => process.exit(1))

process.once('message', ({ origin }: { origin: string }) => {
  seed({ origin, say: (progress) => process.send?.({ progress }) }).then(
    () => process.send?.({ done: true }, () => process.exit(0)),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
