import pg from 'pg'

/** Does something on a connection of its own. */
export const withClient = async <Result>(
  where: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client(where)
  // A server that goes away fails the statement; without a listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
