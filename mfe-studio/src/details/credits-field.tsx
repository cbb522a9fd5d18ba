import { CREDIT_GROUPS } from '@griot/contracts/catalog/credits'
import { Input, Select } from '@griot/ui/input'
import { useFormContext } from 'react-hook-form'
import { fieldsOf } from '../form-layout.tsx'
import { NEW_CREDIT } from './credit-values.ts'
import { ListField } from './list-field.tsx'

const PARTS = Object.entries(CREDIT_GROUPS).flatMap(([group, roles]) =>
  roles.map((role) => ({ value: `${group}/${role}`, label: `${role} (${group})` })),
)

/** The people of a show or an episode, with their roles. */
export function CreditsField({ hint }: { hint: string }) {
  const field = fieldsOf(useFormContext())
  return (
    <ListField name="people" legend="People" hint={hint} addLabel="Add a person" noun="Person" empty={NEW_CREDIT}>
      {(path) => (
        <>
          <Input label="Name" required {...field(`${path}.name`)} />
          <Select label="Role" options={PARTS} {...field(`${path}.part`)} />
          <Input label="Page about the person" type="url" placeholder="https://" {...field(`${path}.href`)} />
        </>
      )}
    </ListField>
  )
}
