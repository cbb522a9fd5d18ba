/** Returns the result of the latest call for this long. Concurrent calls share one. A failure is not reused. */
export const reuseResult = <Input extends unknown[], Value>(
  forMs: number,
  read: (...input: Input) => Promise<Value>,
): ((...input: Input) => Promise<Value>) => {
  let last: { value: Promise<Value>; until: number } | undefined
  return (...input) => {
    if (last === undefined || last.until < performance.now()) {
      const started = { value: read(...input), until: performance.now() + forMs }
      last = started
      started.value.catch(() => {
        if (last === started) last = undefined
      })
    }
    return last.value
  }
}
