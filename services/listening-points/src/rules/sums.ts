const dayOf = (time: string) => time.slice(0, 10)

const mondayOf = (time: string) => {
  const date = new Date(dayOf(time))
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return dayOf(date.toISOString())
}

/** Sums with the week (its Monday) or the day that they belong to, as dates (UTC). */
export interface Sums {
  week: string
  weeklyPoints: number
  completedThisWeek: number
  ownDay: string
  ownPoints: number
  pledgeDay: string
  pledgedPoints: number
}

/** Weekly sums restart on Monday, daily sums at midnight (UTC). A clock that is set back does not reopen a week or a day. */
export const currentSums = <Stored extends Sums>(stored: Stored, now: string): Stored => {
  const [week, day] = [mondayOf(now), dayOf(now)]
  return {
    ...stored,
    ...(stored.week < week && { week, weeklyPoints: 0, completedThisWeek: 0 }),
    ...(stored.ownDay < day && { ownDay: day, ownPoints: 0 }),
    ...(stored.pledgeDay < day && { pledgeDay: day, pledgedPoints: 0 }),
  }
}
