import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '../common/progress.ts'
import { type RunningPostgres, startPostgres } from '../postgres/launcher.ts'

/** The embedded PostgreSQL for as long as the product runs: one that ends is started again. */
export const createDatabase = (dataDir: string, isStopping: () => boolean) => {
  let server: Promise<RunningPostgres> | undefined

  const keep = async (first: RunningPostgres): Promise<void> => {
    let running = first
    for (;;) {
      await running.died
      if (isStopping()) return
      say(`[postgres] ended and is started again; its log is ${join(dataDir, 'postgres', 'server.log')}`)
      // The same port: everyone else keeps the address they were given.
      server = startPostgres({ dataDir, port: running.port })
      try {
        running = await server
      } catch (error) {
        say(`[postgres] ${String(error)}`)
        // A full disk, perhaps: it may be put right while we wait.
        await sleep(2000)
      }
    }
  }

  return {
    /** Answers an administrator's address. */
    async start(): Promise<string> {
      server = startPostgres({ dataDir, log: (line) => say(`    ${line}`) })
      const running = await server
      void keep(running)
      return running.adminUrl
    },

    /** When everything was killed at once, a process that comes back before its database only fails again. */
    async untilThere(): Promise<void> {
      for (let wanted = server; ; wanted = server) {
        await wanted?.catch(() => sleep(500))
        if (wanted === server) return
      }
    },

    async stop(): Promise<void> {
      const running = await server?.catch(() => undefined)
      await running?.stop()
    },

    /** A server that is still recovering may take its time: it goes on, and the next start takes it over. */
    async stopIfQuick(): Promise<void> {
      const running = await Promise.race([server?.catch(() => undefined), sleep(1000, undefined)])
      await running?.stop()
    },
  }
}
