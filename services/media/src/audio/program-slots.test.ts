import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { inSlot } from './program-slots.ts'

/** Runs a shell script in a slot and returns the seconds that it counts. */
const secondsOf = async (script: string) => {
  let counted = 0
  const addCpuSeconds = (seconds: number) => {
    counted += seconds
  }
  await inSlot({ jobClass: 'short', addCpuSeconds }, async (started) => {
    const child = spawn('/bin/sh', ['-c', script])
    started(child.pid)
    await once(child, 'exit')
  })
  return counted
}

const LOOP = 'i=0; while [ $i -lt 500000 ]; do i=$((i+1)); done'

describe.runIf(process.platform === 'linux')('the seconds that a program used', () => {
  it('do not include the time in which it sleeps', async () => {
    const seconds = await secondsOf('exec sleep 1.5')

    expect(seconds).toBeLessThan(0.5)
  })

  it('are its CPU time, also if it shares the processors with others', async () => {
    const alone = await secondsOf(LOOP)
    const shared = await Promise.all([secondsOf(LOOP), secondsOf(LOOP), secondsOf(LOOP)])

    for (const seconds of shared) {
      expect(seconds).toBeGreaterThan(alone / 2)
      expect(seconds).toBeLessThan(alone * 2 + 0.2)
    }
  })

  it('are not counted if it could not be started', async () => {
    let counted = 0
    const addCpuSeconds = (seconds: number) => {
      counted += seconds
    }

    await expect(
      inSlot({ jobClass: 'short', addCpuSeconds }, async () => Promise.reject(new Error('no program'))),
    ).rejects.toThrow()
    expect(counted).toBe(0)
  })
})
