export type Verdict = 'good' | 'bad' | 'skip'

/** The maximum number of remaining questions if no step is skipped. */
export const questionsFor = (between: number) => Math.ceil(Math.log2(between + 1))

/**
 * Binary search for the last good and the first bad step. Instead of a skipped step it tries the next one nearest to the
 * middle. Any of the `doubtful` steps, which were skipped, may be the first bad one.
 */
export const search = async <Step>(
  row: readonly [good: Step, ...between: Step[], bad: Step],
  getVerdict: (step: Step, between: number) => Promise<Verdict>,
) => {
  const skipped = new Set<Step>()
  let good: Step = row[0]
  let bad: Step = row.at(-1) ?? good
  for (;;) {
    const between = row.slice(row.indexOf(good) + 1, row.indexOf(bad))
    const step = nearestToMiddle(between, skipped)
    if (step === undefined) return { good, bad, doubtful: between }
    const verdict = await getVerdict(step, between.length)
    if (verdict === 'skip') skipped.add(step)
    else if (verdict === 'good') good = step
    else bad = step
  }
}

const nearestToMiddle = <Step>(between: readonly Step[], skipped: ReadonlySet<Step>): Step | undefined => {
  const middle = (between.length - 1) / 2
  const distance = (step: Step) => Math.abs(between.indexOf(step) - middle)
  return between.filter((step) => !skipped.has(step)).sort((one, other) => distance(one) - distance(other))[0]
}
