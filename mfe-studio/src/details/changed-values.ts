/** The values that differ from those of the saved form, so that an edit leaves the others to other members. */
export const changedValues = <Values extends object>(values: Values, saved: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as keyof Values]),
    ),
  ) as Partial<Values>
