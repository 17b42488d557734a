import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { found } from '@/domain/core/search';
import { sameName } from '@/domain/works/work';
import { Choice, Choices } from '@/ui/forms/choice';
import { SearchField } from '@/ui/forms/search-field';

const SHOWN = 30;

/** Search field for a list of names; a new name can be typed. */
export function FindName({
  label,
  names,
  fresh,
  onChoose,
}: {
  label: string;
  names: readonly { name: string; detail?: ReactNode }[];
  /** Label for a typed name that is not in the list: 'New customer'. */
  fresh: string;
  onChoose: (name: string) => void;
}) {
  const [query, setQuery] = useState('');
  const typed = query.trim();
  const fitting = names.filter(({ name }) => found(query, [name]));
  const isKnown = names.some(({ name }) => sameName(name, typed));
  return (
    <>
      <SearchField
        label={label}
        // The person has just pressed "Someone else" in order to type.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={query}
        maxLength={120}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed === '') return;
          event.preventDefault();
          onChoose(fitting.find(({ name }) => sameName(name, typed))?.name ?? typed);
        }}
      />
      <Choices label={label}>
        {fitting.slice(0, SHOWN).map(({ name, detail }) => (
          <Choice key={name} title={name} detail={detail} onClick={() => onChoose(name)} />
        ))}
        {typed !== '' && !isKnown && (
          <Choice
            soft
            icon={<Plus aria-hidden="true" />}
            title={typed}
            detail={fresh}
            onClick={() => onChoose(typed)}
          />
        )}
      </Choices>
      {fitting.length > SHOWN && <p className="hint">{fitting.length - SHOWN} more. Type some letters of the name.</p>}
    </>
  );
}
