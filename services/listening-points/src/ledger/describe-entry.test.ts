import { describe, expect, it } from 'vitest'
import { describeEntry } from './describe-entry.ts'

describe('the description of an entry', () => {
  it.each([
    ['listening', { title: 'The Drum', minutes: 1 }, 'Listened to “The Drum” for 1 minute'],
    ['listening', { title: 'The Drum', minutes: 12 }, 'Listened to “The Drum” for 12 minutes'],
    [
      'listening',
      { title: 'The Drum', minutes: 12, held: 9 },
      'Listened to “The Drum” for 12 minutes (9 points not counted: your own shows earn at most 100 a day)',
    ],
    ['started', { title: 'The Drum' }, 'Started “The Drum”'],
    ['completed', { title: 'The Drum' }, 'Completed “The Drum”'],
    ['weekly', {}, 'Weekly bonus: 3 episodes completed'],
    ['badge', { badge: 'first-steps' }, 'Badge earned: First Steps'],
    ['tip', { podcast: 'Griot Stories', cents: 500, pledged: true }, 'Pledged $5 to “Griot Stories”'],
    ['tip', { podcast: 'Griot Stories', cents: 1999, pledged: false }, 'Tipped $19.99 to “Griot Stories”'],
    ['correction', { why: 'credited twice' }, 'Correction: credited twice'],
  ] as const)('%s %j', (kind, about, sentence) => {
    expect(describeEntry(kind, about)).toBe(sentence)
  })
})
