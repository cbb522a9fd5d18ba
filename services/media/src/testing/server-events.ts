export interface ReceivedEvent<Data> {
  id: string | undefined
  event: string
  data: Data
}

/** The server-sent events of a response, until its end. */
export async function* serverEvents<Data>(response: Response): AsyncGenerator<ReceivedEvent<Data>, void> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = Object.fromEntries(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      text = text.slice(end + 2)
      if (fields.event !== undefined) yield { id: fields.id, event: fields.event, data: JSON.parse(fields.data ?? '') }
    }
  }
}
