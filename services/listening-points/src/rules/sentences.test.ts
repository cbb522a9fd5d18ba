import { describe, expect, it } from 'vitest'
import { describeEntry, EARNING, SENTENCES } from './sentences.ts'

describe('why an entry is there', () => {
  it.each([
    ['listening', { title: 'The Drum', minutes: 1 }, 'Listened to “The Drum” for 1 minute'],
    ['listening', { title: 'The Drum', minutes: 12 }, 'Listened to “The Drum” for 12 minutes'],
    [
      'listening',
      { title: 'The Drum', minutes: 12, held: 9 },
      'Listened to “The Drum” for 12 minutes (9 points held back: your own shows bring 100 a day)',
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

describe('the rules as sentences', () => {
  it('name the numbers that pay', () => {
    const text = SENTENCES.join('\n')
    for (const number of [
      '1 point for',
      '5 points',
      '10 points',
      '95%',
      '47.5%',
      '15 points',
      '2×',
      'Pledges bring at most 100 points a day',
      'your own shows brings at most 100 points a day',
    ]) {
      expect(text).toContain(number)
    }
  })
})

describe('what brings points', () => {
  it('is said in the numbers that pay', () => {
    expect(EARNING.map(({ worth, action }) => `${worth} ${action}`)).toEqual([
      '+5 Start an episode',
      '+1 Listen for a minute',
      '+10 Finish an episode',
      '+15 Finish 3 episodes in a week',
      '2× Tip a creator',
    ])
    const conditions = EARNING.map(({ condition }) => condition).join('\n')
    for (const number of ['95%', '47.5%', '2 points for every dollar', '100 points a day']) {
      expect(conditions).toContain(number)
    }
  })
})
