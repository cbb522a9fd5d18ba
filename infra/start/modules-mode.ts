import { z } from 'zod'

/**
 * `publish` releases builds that the registry has not seen, unless a team chose a later version. `keep` releases only modules
 * of which no version was ever released, and stores the other builds.
 */
export const ModulesEnvironment = z.object({
  MODULES: z.enum(['publish', 'keep']).optional(),
  NODE_ENV: z.string().optional(),
})

export type ModulesMode = ReturnType<typeof modulesModeOf>

/** A checkout shows what it was built from; in production, teams release their modules. */
export const modulesModeOf = ({ MODULES, NODE_ENV }: z.output<typeof ModulesEnvironment>) =>
  MODULES ?? (NODE_ENV === 'production' ? 'keep' : 'publish')
