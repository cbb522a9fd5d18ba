import { ALL_SCHEMAS } from '@griot/contracts/all-schemas'
import { z } from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** What callers send, or what they are answered: a default makes a field optional one way and certain the other. */
export type Direction = 'input' | 'output'

const names = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(ALL_SCHEMAS)) names.add(schema, { id })

/** Writes contracts as JSON Schema, and gathers the named ones that they refer to. */
export const createJsonSchemas = () => {
  const named = new Map<string, JsonSchema>()

  const keep = (name: string, schema: JsonSchema) => {
    const known = named.get(name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`${name} is not the same for who sends it and who is answered it: give it two names`)
    }
    named.set(name, schema)
  }

  return {
    write(schema: z.ZodType, io: Direction): JsonSchema {
      // In a shell of its own, because a named schema by itself would be written out instead of referred to.
      const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
        io,
        metadata: names,
        override: tidy,
      })
      for (const [name, { id: _, ...definition }] of Object.entries($defs)) keep(name, pointToComponents(definition))
      return pointToComponents(properties?.it) as JsonSchema
    },
    /** Everything referred to so far, by name. */
    named: () => Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>

const tidy: Override = ({ zodSchema, jsonSchema }) => {
  const { description } = z.globalRegistry.get(zodSchema) ?? {}
  if (description !== undefined) jsonSchema.description = description
  // The format says it already, in fewer characters.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  // An answer may gain fields; only a body that we refuse for an unknown field says that there is none.
  if (zodSchema._zod.def.type === 'object' && zodSchema._zod.def.catchall === undefined) {
    delete jsonSchema.additionalProperties
  }
}

const pointToComponents = <Part>(part: Part): Part => {
  if (Array.isArray(part)) return part.map(pointToComponents) as Part
  if (typeof part !== 'object' || part === null) return part
  const pointed = Object.entries(part).map(([key, value]) => [
    key,
    key === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : pointToComponents(value),
  ])
  return Object.fromEntries(pointed) as Part
}
