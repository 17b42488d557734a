import { useQuery } from '@tanstack/react-query';
import { peopleChoicesQuery } from '@/data/works/job-choices';
import type { Account } from '@/domain/account/account';
import { personText, type PersonText } from '@/domain/works/job-more';
import { SelectField } from '@/ui/forms/field';

const keyOf = ({ personId, name }: Pick<PersonText, 'personId' | 'name'>) => personId ?? `name ${name}`;

/**
 * For the account holder: who did a job of one person. The default is the person who logs it. The stored person stays a choice
 * after leaving the farm, or without a login. `author`: who logged a stored entry; by default the signed-in person.
 */
export function WhoField({
  account,
  author,
  people,
  onChange,
}: {
  account: Account;
  author?: { id: string; name: string };
  people: readonly PersonText[];
  onChange: (people: readonly PersonText[]) => void;
}) {
  const { data: present = [] } = useQuery(peopleChoicesQuery(account));
  const authorId = author?.id ?? account.userId;
  const other = people.find(({ personId }) => personId !== authorId);
  const others = present.filter(({ id }) => id !== authorId).map(({ id, name }) => personText(id, name));
  const choices = other && !others.some((one) => keyOf(one) === keyOf(other)) ? [...others, other] : others;
  return (
    <SelectField
      label="Who did it"
      value={other ? keyOf(other) : ''}
      hint={other?.asJob ? 'They have the time of the job, unless another is typed.' : undefined}
      onChange={({ target }) => {
        const person = choices.find((one) => keyOf(one) === target.value);
        onChange(person ? [{ ...person, asJob: true }] : []);
      }}
    >
      <option value="">{author && authorId !== account.userId ? author.name : 'I did it'}</option>
      {choices.map((one) => (
        <option key={keyOf(one)} value={keyOf(one)}>
          {one.name}
        </option>
      ))}
    </SelectField>
  );
}
