import type { Category } from './podcasts.ts'

/** Apple's categories with their subcategories, spelled as Apple spells them. Directories compare the texts. */
export const APPLE_CATEGORIES = {
  Arts: ['Books', 'Design', 'Fashion & Beauty', 'Food', 'Performing Arts', 'Visual Arts'],
  Business: ['Careers', 'Entrepreneurship', 'Investing', 'Management', 'Marketing', 'Non-Profit'],
  Comedy: ['Comedy Interviews', 'Improv', 'Stand-Up'],
  Education: ['Courses', 'How To', 'Language Learning', 'Self-Improvement'],
  Fiction: ['Comedy Fiction', 'Drama', 'Science Fiction'],
  Government: [],
  History: [],
  'Health & Fitness': ['Alternative Health', 'Fitness', 'Medicine', 'Mental Health', 'Nutrition', 'Sexuality'],
  'Kids & Family': ['Education for Kids', 'Parenting', 'Pets & Animals', 'Stories for Kids'],
  Leisure: [
    'Animation & Manga',
    'Automotive',
    'Aviation',
    'Crafts',
    'Games',
    'Hobbies',
    'Home & Garden',
    'Video Games',
  ],
  Music: ['Music Commentary', 'Music History', 'Music Interviews'],
  News: [
    'Business News',
    'Daily News',
    'Entertainment News',
    'News Commentary',
    'Politics',
    'Sports News',
    'Tech News',
  ],
  'Religion & Spirituality': ['Buddhism', 'Christianity', 'Hinduism', 'Islam', 'Judaism', 'Religion', 'Spirituality'],
  Science: [
    'Astronomy',
    'Chemistry',
    'Earth Sciences',
    'Life Sciences',
    'Mathematics',
    'Natural Sciences',
    'Nature',
    'Physics',
    'Social Sciences',
  ],
  'Society & Culture': ['Documentary', 'Personal Journals', 'Philosophy', 'Places & Travel', 'Relationships'],
  Sports: [
    'Baseball',
    'Basketball',
    'Cricket',
    'Fantasy Sports',
    'Football',
    'Golf',
    'Hockey',
    'Rugby',
    'Running',
    'Soccer',
    'Swimming',
    'Tennis',
    'Volleyball',
    'Wilderness',
    'Wrestling',
  ],
  Technology: [],
  'True Crime': [],
  'TV & Film': ['After Shows', 'Film History', 'Film Interviews', 'Film Reviews', 'TV Reviews'],
} as const satisfies Record<string, readonly string[]>

export type AppleCategory = keyof typeof APPLE_CATEGORIES
export const APPLE_CATEGORY_NAMES = Object.keys(APPLE_CATEGORIES) as [AppleCategory, ...AppleCategory[]]
export const APPLE_SUBCATEGORY_NAMES = Object.values(APPLE_CATEGORIES).flat() as [string, ...string[]]

/** The subcategories of a category of Apple; none for another text. */
export const appleSubcategories = (category: string | null | undefined): readonly string[] =>
  APPLE_CATEGORIES[category as AppleCategory] ?? []

const PROPOSED: Readonly<Record<Category, AppleCategory>> = {
  business: 'Business',
  technology: 'Technology',
  culture: 'Society & Culture',
  education: 'Education',
  entertainment: 'TV & Film',
  news: 'News',
}

/** Apple's category of a show whose creator has chosen none. */
export const proposedAppleCategory = (category: Category): AppleCategory => PROPOSED[category]
