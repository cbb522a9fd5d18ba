/**
 * The loudest sample of each block of sound. This looks at every sample of every recording, so it takes eight at once,
 * in the processor's wide registers. JavaScript cannot say that; WebAssembly can, and so little of it needs no compiler.
 */
export interface BlockLevels {
  /** Where the sound is to be put. */
  samples: Int16Array
  /** The levels of so many blocks from a place in `samples` on; the next call writes over them. */
  levelsOf(start: number, blocks: number): Uint16Array
}

// Node has it, but the types know it from browsers only.
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer }
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> }
  validate(bytes: Uint8Array): boolean
}

const PAGE_BYTES = 64 * 1024

/** Room for `room` samples, and for the levels of all blocks in it; `block` of them are a multiple of eight. */
export const openBlockLevels = (room: number, block: number): BlockLevels => {
  const most = Math.ceil(room / block)
  const levelsAt = room * 2
  const memory = new WebAssembly.Memory({ initial: Math.ceil((levelsAt + most * 2) / PAGE_BYTES) })
  const samples = new Int16Array(memory.buffer, 0, room)
  const levels = new Uint16Array(memory.buffer, levelsAt, most)
  const fill = wideOver(memory) ?? plainOver(samples, levels)
  return {
    samples,
    levelsOf(start, blocks) {
      if (blocks > 0) fill(start * 2, levelsAt, blocks, block * 2)
      return levels.subarray(0, blocks)
    },
  }
}

/** Where the sound begins, where the levels go, how many blocks, and how long each is: places and lengths in bytes. */
type Fill = (from: number, to: number, blocks: number, blockBytes: number) => void

/** The same for a processor that has no such registers. */
export const plainOver =
  (samples: Int16Array, levels: Uint16Array): Fill =>
  (from, _, blocks, blockBytes) => {
    let at = from / 2
    for (let block = 0; block < blocks; block += 1) {
      let loudest = 0
      for (const end = at + blockBytes / 2; at < end; at += 1) loudest = Math.max(loudest, Math.abs(samples[at] ?? 0))
      levels[block] = loudest
    }
  }

const I32 = 0x7f
const V128 = 0x7b
const NOTHING = 0x40
const END = 0x0b
const LOOP = [0x03, NOTHING]
const BR_IF_NEAREST = [0x0d, 0]
const local = (number: number) => ({
  get: [0x20, number],
  set: [0x21, number],
  tee: [0x22, number],
})
const I32_CONST = 0x41
const I32_ADD = 0x6a
const I32_SUB = 0x6b
const I32_LESS_THAN = 0x49
const I32_STORE_16 = [0x3b, 1, 0]
const V128_LOAD = [0xfd, 0x00, 0, 0]
const V128_ZERO = [0xfd, 0x0c, ...new Array<number>(16).fill(0)]
const I16X8_ABS = [0xfd, 0x80, 0x01]
const I16X8_MAX = [0xfd, 0x99, 0x01]
const I16X8_FIRST = [0xfd, 0x19, 0]
/** The bytes of a register from one on, beginning again at its end. */
const turnedBy = (bytes: number) => [0xfd, 0x0d, ...Array.from({ length: 16 }, (_, at) => (at + bytes) % 16)]

const from = local(0)
const to = local(1)
const blocks = local(2)
const blockBytes = local(3)
const blockEnd = local(4)
const loudest = local(5)

// Unsigned: the loudest that is negative has no positive twin in sixteen bits, and stays what it is.
const fold = (bytes: number) => [
  ...[...loudest.get, ...loudest.get, ...loudest.get],
  ...[...turnedBy(bytes), ...I16X8_MAX, ...loudest.set],
]

const FILL = [
  ...LOOP,
  ...[...V128_ZERO, ...loudest.set],
  ...[...from.get, ...blockBytes.get, I32_ADD, ...blockEnd.set],
  ...LOOP,
  ...[...loudest.get, ...from.get, ...V128_LOAD, ...I16X8_ABS, ...I16X8_MAX, ...loudest.set],
  ...[...from.get, I32_CONST, 16, I32_ADD, ...from.tee, ...blockEnd.get, I32_LESS_THAN, ...BR_IF_NEAREST],
  END,
  ...[...fold(8), ...fold(4), ...fold(2)],
  ...[...to.get, ...loudest.get, ...I16X8_FIRST, ...I32_STORE_16],
  ...[...to.get, I32_CONST, 2, I32_ADD, ...to.set],
  ...[...blocks.get, I32_CONST, 1, I32_SUB, ...blocks.tee, ...BR_IF_NEAREST],
  END,
  END,
]

const name = (text: string) => [text.length, ...Buffer.from(text)]
/** A number as WebAssembly writes it, below 2^14. */
const size = (value: number) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7])
const section = (id: number, content: number[]) => [id, ...size(content.length), ...content]
const body = [2, 1, I32, 1, V128, ...FILL]

const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  // One function of four numbers that answers nothing,
  ...section(1, [1, 0x60, 4, I32, I32, I32, I32, 0]),
  // over a memory of ours,
  ...section(2, [1, ...name('sound'), ...name('memory'), 2, 0, 1]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...name('fill'), 0, 0]),
  // which has these instructions.
  ...section(10, [1, ...size(body.length), ...body]),
])

const compiled = WebAssembly.validate(MODULE) ? new WebAssembly.Module(MODULE) : undefined

/** Whether this processor takes eight at once. */
export const isWide = compiled !== undefined

const wideOver = (memory: object): Fill | undefined =>
  compiled && (new WebAssembly.Instance(compiled, { sound: { memory } }).exports.fill as Fill)
