export type Verdict = 'good' | 'bad' | 'skip'

export interface Found<Step> {
  /** The last one that is good, and the first one that is bad. */
  good: Step
  bad: Step
  /** Between the two, and of none of them can it be told. */
  doubtful: readonly Step[]
}

/** How many questions are left at most, while none has to be skipped. */
export const questionsFor = (between: number) => Math.ceil(Math.log2(between + 1))

/**
 * Finds the first bad one of a row that begins with a good one and ends with a bad one. What cannot be judged is gone
 * around: the next nearest to the middle is asked instead.
 */
export const search = async <Step>(
  row: readonly [good: Step, ...between: Step[], bad: Step],
  judge: (step: Step, between: number) => Promise<Verdict>,
): Promise<Found<Step>> => {
  const skipped = new Set<Step>()
  let good: Step = row[0]
  let bad: Step = row[row.length - 1] ?? good
  let between = row.slice(1, -1)
  for (;;) {
    const step = nearestToMiddle(between, skipped)
    if (step === undefined) return { good, bad, doubtful: between }
    const verdict = await judge(step, between.length)
    const at = between.indexOf(step)
    if (verdict === 'skip') skipped.add(step)
    else if (verdict === 'good') {
      good = step
      between = between.slice(at + 1)
    } else {
      bad = step
      between = between.slice(0, at)
    }
  }
}

const nearestToMiddle = <Step>(between: readonly Step[], skipped: ReadonlySet<Step>): Step | undefined => {
  const middle = (between.length - 1) / 2
  const distance = (step: Step) => Math.abs(between.indexOf(step) - middle)
  return between.filter((step) => !skipped.has(step)).sort((one, other) => distance(one) - distance(other))[0]
}
