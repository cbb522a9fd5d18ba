import { describe, expect, it } from 'vitest'
import { EARNING, SENTENCES } from './sentences.ts'

describe('the rules as sentences', () => {
  it('contain the numbers of the rules', () => {
    const text = SENTENCES.join('\n')
    for (const number of [
      '1 point for',
      '5 points',
      'after 30 seconds',
      'At most 12 starts and 12 completions an hour',
      '60 of each a day',
      '10 points',
      '95%',
      '47.5%',
      '15 points',
      '2×',
      'Pledges earn at most 100 points a day',
      'Your own shows earn at most 100 points a day',
    ]) {
      expect(text).toContain(number)
    }
  })
})

describe('the ways to earn points', () => {
  it('contain the numbers of the rules', () => {
    expect(EARNING.map(({ worth, action }) => `${worth} ${action}`)).toEqual([
      '+5 Start an episode',
      '+1 Listen for a minute',
      '+10 Finish an episode',
      '+15 Finish 3 episodes in a week',
      '2× Tip a creator',
    ])
    const conditions = EARNING.map(({ condition }) => condition).join('\n')
    for (const number of ['after 30 seconds', '95%', '47.5%', '2 points for every dollar', '100 points a day']) {
      expect(conditions).toContain(number)
    }
  })
})
