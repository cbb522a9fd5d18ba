import type { Category } from '@griot/contracts/catalog/podcasts'
import type { Person } from '@griot/service-kit/testing/api-client'
import type { Piece } from './kora.ts'

export interface DemoCreator {
  person: Person
  bio: string
  shows: {
    title: string
    description: string
    category: Category
    /** First to last; the number of an episode is its place. */
    episodes: { title: string; description: string; piece: Piece }[]
  }[]
}

export type DemoShow = DemoCreator['shows'][number]

/** The shows of a new installation. The recordings are played by us, so that they may be shared freely. */
export const DEMO_CATALOG: DemoCreator[] = [
  {
    person: { email: 'amara.diallo@griot.example', firstName: 'Amara', lastName: 'Diallo' },
    bio: 'Keeper of her grandmother’s songs. Amara records strings, markets and the people between them.',
    shows: [
      {
        title: 'Strings of the River',
        description:
          'Twenty-one strings and the places they come from. Short pieces for the kora, each with the story of the town that taught it to us.',
        category: 'culture',
        episodes: [
          {
            title: 'The boat that waits',
            description:
              'A slow tune from the river bank: two low strings keep the oars together while the melody looks for the far side.',
            piece: [11, 92, 76, 87.31, 'silaba'],
          },
          {
            title: 'Market before sunrise',
            description:
              'Quick fingers and quicker feet. The pattern is one that traders whistle while they set up their tables.',
            piece: [12, 74, 104, 98, 'sauta'],
          },
          {
            title: 'What the well said',
            description:
              'A question on the high strings, an answer on the low ones, and a long silence that is part of the tune.',
            piece: [13, 66, 68, 82.41, 'tomora'],
          },
        ],
      },
      {
        title: 'Auntie Explains',
        description:
          'One word a week: where it was born, whom it traveled with, and what it means at the dinner table today.',
        category: 'education',
        episodes: [
          {
            title: 'Jali: the one who remembers',
            description: 'Why a family of musicians was also the archive, the newspaper and the court of appeal.',
            piece: [21, 58, 84, 92.5, 'hardino'],
          },
          {
            title: 'Teranga: more than welcome',
            description: 'A word for hospitality that costs something, and is worth it.',
            piece: [22, 62, 90, 87.31, 'silaba'],
          },
        ],
      },
    ],
  },
  {
    person: { email: 'marcus.reed@griot.example', firstName: 'Marcus', lastName: 'Reed' },
    bio: 'Left a bank to count other things. Marcus talks with people who built a business on their own street.',
    shows: [
      {
        title: 'Own the Block',
        description:
          'Founders who stayed. How barbers, bakers and coders on one street learned to lend to, buy from and hire each other.',
        category: 'business',
        episodes: [
          {
            title: 'The first hundred customers',
            description: 'What a bakery learned from writing down every name, and why it still does.',
            piece: [31, 70, 96, 98, 'sauta'],
          },
          {
            title: 'A loan from forty neighbors',
            description: 'The susu circle, explained by four people who bought a delivery van with one.',
            piece: [32, 64, 88, 82.41, 'hardino'],
          },
        ],
      },
      {
        title: 'Signal from the South',
        description:
          'Technology as it is used where the power goes out at six. Radios, phones, batteries and the people who repair them.',
        category: 'technology',
        episodes: [
          {
            title: 'A mast made of bamboo',
            description: 'How a valley without a phone company built one, and what the company did next.',
            piece: [41, 68, 112, 92.5, 'tomora'],
          },
        ],
      },
    ],
  },
  {
    person: { email: 'ines.baptista@griot.example', firstName: 'Inês', lastName: 'Baptista' },
    bio: 'Between Praia and Lisbon. Inês makes night radio for people who are far from home.',
    shows: [
      {
        title: 'Night Shift, Warm Voice',
        description:
          'For drivers, nurses and everyone else awake at four. Music, letters from listeners and very little talking.',
        category: 'entertainment',
        episodes: [
          {
            title: 'Letters from the ring road',
            description: 'Three letters, one song each. The last one arrived without a name.',
            piece: [51, 84, 64, 73.42, 'silaba'],
          },
          {
            title: 'Rain on a tin roof',
            description: 'A quarter of an hour that we cut down to its best minute.',
            piece: [52, 60, 72, 77.78, 'tomora'],
          },
        ],
      },
    ],
  },
]
