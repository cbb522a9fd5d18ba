import type { ServerResponse } from 'node:http'
import { AppError } from '@griot/service-kit/errors'
import type { Log } from '@griot/service-kit/log'

/** One for all: whoever is turned away under a flood must cost as little as can be, and a stack does not. */
export const TURNED_AWAY = new AppError(
  503,
  'service.busy',
  'Too many people are here at this moment. Please try again in a few seconds.',
  { retryAfter: 2 },
)

export interface DoorOptions {
  /** What is behind it, for the log. */
  name: string
  /** So many are inside at once at most ... */
  inside: number
  /** ... and so many wait for somebody to leave. */
  waiting: number
  /** Nobody waits for longer: they are told to come later while they still listen. */
  patienceMs: number
  log: Log
}

/** Says that somebody has left. */
export type Leave = () => void

/**
 * Lets so many through at once, and turns away at once who would only wait in vain. Who asks at ten times the rate that can be
 * answered else waits in one long line until nobody at its head listens any more, and then nobody is answered in time.
 */
export interface Door {
  /** With the response that somebody waits for, their place in the line is free as soon as they are gone. */
  enter(response?: ServerResponse): Promise<Leave>
}

const SAID_EVERY_MS = 5_000

export const createDoor = ({ name, inside: most, waiting, patienceMs, log }: DoorOptions): Door => {
  // In the order in which they came.
  const line = new Set<() => void>()
  let inside = 0
  let turnedAway = 0
  let saidAt = Number.NEGATIVE_INFINITY

  const leave = () => {
    inside -= 1
    const [next] = line
    next?.()
  }
  const go = (): Leave => {
    inside += 1
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      leave()
    }
  }
  const turnAway = () => {
    turnedAway += 1
    if (performance.now() - saidAt > SAID_EVERY_MS) {
      saidAt = performance.now()
      log.warn({ service: name, turnedAway }, 'too many at once')
      turnedAway = 0
    }
    return TURNED_AWAY
  }

  return {
    async enter(response) {
      if (inside < most) return go()
      if (line.size >= waiting) throw turnAway()
      return new Promise<Leave>((resolve, reject) => {
        const end = () => {
          line.delete(enter)
          clearTimeout(patience)
          response?.off('close', giveUp)
        }
        const enter = () => {
          end()
          resolve(go())
        }
        const giveUp = () => {
          end()
          reject(turnAway())
        }
        const patience = setTimeout(giveUp, patienceMs)
        response?.once('close', giveUp)
        line.add(enter)
      })
    },
  }
}
