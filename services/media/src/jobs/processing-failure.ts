import { UnrecoverableError } from '@griot/service-kit/queue/queue'

/** Ends a job without another attempt. The message is the sentence that the owner of the file reads. */
export class ProcessingFailure extends UnrecoverableError {
  /** The finding, for admins. */
  readonly detail: string
  /** True if the file itself is the cause: a retry by the user cannot help either. */
  readonly isPermanent: boolean

  constructor(sentence: string, detail: string, { isPermanent = true } = {}) {
    super(sentence)
    this.name = 'ProcessingFailure'
    this.detail = detail
    this.isPermanent = isPermanent
  }
}

const TOO_LONG = 'This file took too long to read.'

export const notAudio = (detail: string) => new ProcessingFailure('This file is not audio we can read.', detail)

/** Wall time also passes while the machine is busy with other work, so a retry may succeed. */
export class TimedOut extends ProcessingFailure {
  constructor(detail: string) {
    super(TOO_LONG, detail, { isPermanent: false })
  }
}

/** CPU time does not depend on the load of the machine, so a retry would exceed the limit again. */
export const exceededCpuTime = (detail: string) => new ProcessingFailure(TOO_LONG, detail)

// SIGKILL is not listed: it also comes from the out-of-memory killer. SIGTERM, SIGINT and SIGHUP come from outside.
const CRASHES = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGSYS', 'SIGXFSZ']

/** Whether a program was ended by a signal that its own actions cause. */
export const isCrash = (signal: string | null | undefined) => typeof signal === 'string' && CRASHES.includes(signal)

export const unsupportedCodec = (detail: string) =>
  new ProcessingFailure(
    'This file contains video or an unsupported kind of audio. Please export the audio only.',
    detail,
  )
