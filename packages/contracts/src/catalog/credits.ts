import { z } from 'zod'
import { HttpsUrl } from '../https-url.ts'
import { requiredText } from '../values.ts'

/** The groups and roles of the podcast taxonomy, which apps compare without case. */
export const CREDIT_GROUPS = {
  Cast: ['Host', 'Co-Host', 'Guest Host', 'Guest', 'Voice Actor', 'Narrator', 'Announcer', 'Reporter'],
  'Creative Direction': [
    'Director',
    'Assistant Director',
    'Executive Producer',
    'Senior Producer',
    'Producer',
    'Associate Producer',
    'Development Producer',
    'Creative Director',
  ],
  Writing: [
    'Author',
    'Editorial Director',
    'Co-Writer',
    'Writer',
    'Songwriter',
    'Guest Writer',
    'Story Editor',
    'Managing Editor',
    'Script Editor',
    'Script Coordinator',
    'Researcher',
    'Editor',
    'Fact Checker',
    'Translator',
    'Transcriber',
    'Logger',
  ],
  'Audio Production': [
    'Studio Coordinator',
    'Technical Director',
    'Technical Manager',
    'Audio Engineer',
    'Remote Recording Engineer',
    'Post Production Engineer',
  ],
  'Audio Post-Production': [
    'Audio Editor',
    'Sound Designer',
    'Foley Artist',
    'Composer',
    'Theme Music',
    'Music Production',
    'Music Contributor',
  ],
  Administration: [
    'Production Coordinator',
    'Booking Coordinator',
    'Production Assistant',
    'Content Manager',
    'Marketing Manager',
    'Sales Representative',
    'Sales Manager',
  ],
  Visuals: ['Graphic Designer', 'Cover Art Designer'],
  Community: ['Social Media Manager'],
  'Misc.': ['Consultant', 'Intern'],
  'Video Production': ['Camera Operator', 'Lighting Designer', 'Camera Grip', 'Assistant Camera'],
  'Video Post-Production': ['Editor', 'Assistant Editor'],
} as const satisfies Record<string, readonly string[]>

export type CreditGroup = keyof typeof CREDIT_GROUPS
export const CREDIT_GROUP_NAMES = Object.keys(CREDIT_GROUPS) as [CreditGroup, ...CreditGroup[]]

const ROLES = [...new Set<string>(Object.values(CREDIT_GROUPS).flat())] as [string, ...string[]]

/** A person who took part, as feeds name them. */
export const Credit = z.strictObject({
  name: requiredText(128, 'Name is required'),
  role: z.enum(ROLES, 'Please choose a role.').default('Host'),
  group: z.enum(CREDIT_GROUP_NAMES, 'Please choose a group.').default('Cast'),
  href: HttpsUrl.optional().describe('A page about the person.'),
  img: HttpsUrl.optional().describe('A picture of the person.'),
})
export type Credit = z.infer<typeof Credit>

export const Credits = z.array(Credit).max(50, 'Please enter at most 50 people.')
