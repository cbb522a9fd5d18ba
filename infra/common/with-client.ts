import pg from 'pg'

export const connect = async (connection: string | pg.ClientConfig): Promise<pg.Client> => {
  const client = new pg.Client(connection)
  // A lost connection fails the running statement. Without a listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Runs `work` with a PostgreSQL client that is closed afterwards. */
export const withClient = async <Result>(
  connection: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = await connect(connection)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
