import { z } from 'zod'

export const GivenPicture = z
  .object({
    address: z.string(),
    failure: z
      .string()
      .nullable()
      .describe('The reason why its picture could not be loaded; null before the first attempt.'),
  })
  .describe('Only for a given URL whose picture is not shown: it is being loaded, or failed.')
export type GivenPicture = z.infer<typeof GivenPicture>
