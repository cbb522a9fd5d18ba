import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { printLine } from '../common/progress.ts'
import { type RunningPostgres, startPostgres } from '../postgres/launcher.ts'

/** Runs the embedded PostgreSQL and restarts it when it ends, until the product stops. */
export const createDatabase = (dataDir: string, isStopping: () => boolean) => {
  let server: Promise<RunningPostgres> | undefined

  const keep = async (first: RunningPostgres): Promise<void> => {
    let running = first
    for (;;) {
      await running.died
      if (isStopping()) return
      printLine(`[postgres] ended and is restarted; its log is ${join(dataDir, 'postgres', 'server.log')}`)
      // The same port, because the other processes keep their URLs.
      server = startPostgres({ dataDir, port: running.port })
      try {
        running = await server
      } catch (error) {
        printLine(`[postgres] ${String(error)}`)
        // The cause may be temporary, such as a full disk.
        await sleep(2000)
      }
    }
  }

  return {
    /** Returns the URL of the superuser. */
    async start(): Promise<string> {
      server = startPostgres({ dataDir, log: (line) => printLine(`    ${line}`) })
      const running = await server
      void keep(running)
      return running.adminUrl
    },

    /** Waits until the server accepts connections: a process that starts before its database only fails again. */
    async untilReady(): Promise<void> {
      await server?.catch(() => {})
    },

    /** Stops the server, unless it still starts after this time. The next start adopts a server that is left running. */
    async stop(withinMs: number): Promise<void> {
      const running = await Promise.race([server?.catch(() => undefined), sleep(withinMs, undefined)])
      await running?.stop()
    },
  }
}
