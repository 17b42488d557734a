import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { crewQuery } from '@/data/account/profiles';
import { useAccount } from '@/session/account';
import { CheckField } from '@/ui/forms/check-field';
import { SelectField } from '@/ui/forms/field';
import type { NoteForm } from './note-schema';

/** Whether a note needs action, and by whom. Employees can assign it to the account holder or themselves only. */
export function ActionFields({ form }: { form: NoteForm }) {
  const { userId, ownerId, ownerFirstName, role } = useAccount();
  const needsAction = useWatch({ control: form.control, name: 'needsAction' });
  const admin = role === 'admin';
  const { data: crew = [] } = useQuery({ ...crewQuery(ownerId), enabled: admin && needsAction });
  const people = admin
    ? crew.map(({ id, firstName, lastName }) => ({
        id,
        name: [firstName, lastName].filter(Boolean).join(' ') || 'Someone',
      }))
    : [{ id: ownerId, name: ownerFirstName ?? 'The account holder' }];
  return (
    <>
      <CheckField
        label="Needs action"
        hint="It stays open until somebody marks it as done."
        {...form.register('needsAction')}
      />
      {needsAction && (
        <SelectField label="Who sees to it" optional {...form.register('assignedTo')}>
          <option value="">Nobody yet</option>
          <option value={userId}>Me</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
