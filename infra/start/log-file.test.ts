import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { asWarning, eachLine } from './log-file.ts'

describe('asWarning', () => {
  it('shows a person warnings and worse, in one line', () => {
    expect(asWarning('{"level":"info","msg":"listening"}')).toBeUndefined()
    expect(asWarning('{"level":"warn","msg":"queue connection lost","err":{"message":"ECONNREFUSED"}}')).toBe(
      'queue connection lost: ECONNREFUSED',
    )
    expect(asWarning('{"level":"error","requestId":"r1","msg":"request failed"}')).toBe('request failed (request r1)')
  })

  it('survives a line that is not what it looks like', () => {
    expect(asWarning('{"level":"error", cut off')).toBe('{"level":"error", cut off')
  })
})

describe('eachLine', () => {
  it('puts lines together from pieces and keeps the last one without an end', async () => {
    const stream = new PassThrough()
    const lines: string[] = []
    eachLine(stream, (line) => lines.push(line))
    for (const piece of ['on', 'e\ntwo\n\nth', 'ree']) stream.write(piece)
    stream.end()
    await new Promise((done) => stream.once('close', done))
    expect(lines).toEqual(['one', 'two', 'three'])
  })
})
