import { ApiError } from '@griot/contracts/errors'

/** An upload stands still, and goes on by itself when the connection is back or some time has passed. */
export interface Interruption {
  sentence: string
  /** In a row, without a byte in between. */
  times: number
  /** Nobody waits for it any more. */
  end(): void
}

const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000]
// A server that answers, but not as it should, is asked so often; a connection may stay away for an hour, and what stands
// behind the server, too.
const MOST_REFUSALS = 5
const AWAY = [502, 503, 504]

// Too slow, stands elsewhere, locked, too many at once: each passes by itself.
const PASSING = [408, 409, 423, 425, 429]
const NO_ROOM = 507

const passes = ({ status }: ApiError) => PASSING.includes(status) || (status >= 500 && status !== NO_ROOM)

/** What to wait for after this error; null when waiting cannot help. `goOn` is called once, when it is time. */
export const interruptionOf = (
  error: unknown,
  before: Interruption | undefined,
  goOn: () => void,
): Interruption | null => {
  const times = (before?.times ?? 0) + 1
  const isAnswer = error instanceof ApiError
  if (isAnswer && (!passes(error) || (times > MOST_REFUSALS && !AWAY.includes(error.status)))) return null
  if (!isAnswer && !(error instanceof TypeError)) return null

  const end = () => {
    clearTimeout(timer)
    removeEventListener('online', handle)
  }
  const handle = () => {
    end()
    goOn()
  }
  const timer = setTimeout(() => navigator.onLine !== false && handle(), WAITS_MS[Math.min(times, WAITS_MS.length) - 1])
  addEventListener('online', handle)
  return {
    sentence: isAnswer
      ? 'The server could not take it just now. It goes on by itself, where it stopped.'
      : 'The connection was lost. It goes on by itself where it stopped.',
    times,
    end,
  }
}

/** Whether a file that was chosen cannot be read any more: to a browser that looks like a lost connection. */
export const isGone = (file: File) =>
  new Promise<boolean>((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(false))
    reader.addEventListener('error', () => resolve(true))
    reader.readAsArrayBuffer(file.slice(0, 1))
  })

/** Why an upload failed, for the person who waits for it. */
export const sentenceFor = (error: unknown) =>
  (error instanceof ApiError ? error.sentence : undefined) ?? 'Upload failed'
