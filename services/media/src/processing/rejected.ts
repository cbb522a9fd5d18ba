/** A verdict on a file: our trying again at once cannot help. The message is the sentence that its owner reads. */
export class Rejected extends Error {
  /** What was found, for whoever looks into it. */
  readonly detail: string
  /** Whether it lies in the file itself, so that a person's trying again cannot help either: only another file can. */
  readonly isHopeless: boolean

  constructor(sentence: string, detail: string, { isHopeless = true } = {}) {
    super(sentence)
    this.name = 'Rejected'
    this.detail = detail
    this.isHopeless = isHopeless
  }
}

const TOO_LONG = 'This file took too long to read.'

export const notAudio = (detail: string) => new Rejected('This file is not audio we can read.', detail)
/** By the clock, which runs on while a machine is busy with others. */
export const tookTooLong = (detail: string) => new Rejected(TOO_LONG, detail, { isHopeless: false })
/** By the processor's own count: it would again. */
export const costTooMuch = (detail: string) => new Rejected(TOO_LONG, detail)
export const notPlain = (detail: string) =>
  new Rejected('This file holds video, or a kind of sound we do not take. Please export the sound only.', detail)
