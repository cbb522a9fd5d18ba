import type { User } from '@griot/contracts/user'

/** The first name, else the e-mail up to the at sign, else "Audio Mogul". */
export const nameFor = (user: Pick<User, 'firstName' | 'email'> | null) =>
  user?.firstName.trim() || user?.email.split('@')[0]?.trim() || 'Audio Mogul'

export const partOfDay = (now: Date) => {
  const hour = now.getHours()
  if (hour < 5 || hour >= 18) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}

const QUOTES = [
  {
    words: 'Until the lion learns to tell the story, the hunt will always glorify the hunter.',
    source: 'Igbo proverb',
  },
  { words: 'The one who asks questions does not lose the way.', source: 'Akan proverb' },
  { words: 'Wisdom is like a baobab tree; no one person can embrace it.', source: 'Akan proverb' },
  { words: 'If you want to go far, go together.', source: 'African proverb' },
] as const

/** The quote of the day: day of the month modulo four. */
export const quoteFor = (day: Date) => QUOTES[day.getDate() % QUOTES.length] ?? QUOTES[0]
