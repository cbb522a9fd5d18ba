import type { Cloth } from './random.ts'
import { rect } from './shapes.ts'

/** Strip cloth with bars whose heights resemble a waveform. */
export const asoOke: Cloth = ({ width, height }, { ground, threads }, random) => {
  const colors = random.shuffle(threads)
  const bars = random.whole(9, 13)
  const step = width / bars
  let cloth = rect(0, 0, width, height, ground)
  const phase = random.between(0, Math.PI * 2)
  const speed = random.between(0.5, 1.1)
  for (let bar = 0; bar < bars; bar++) {
    const loud = 0.3 + 0.5 * Math.abs(Math.sin(phase + bar * speed)) + 0.18 * random.next()
    const x = bar * step + step * 0.14
    const wide = step * 0.72
    const tall = Math.min(0.96, loud) * height
    const layers = [1, 0.66, 0.33] as const
    for (const [at, share] of layers.entries()) {
      cloth += rect(x, (height - tall * share) / 2, wide, tall * share, colors[(bar + at) % colors.length] ?? ground)
    }
  }
  return cloth
}
