import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { matchesSearch, sameName } from '@/domain/core/search';
import { Choice, Choices } from '@/ui/forms/choice';
import { SearchField } from '@/ui/forms/search-field';

const MAX_SHOWN = 30;

/** Search field for a list of names; a new name can be typed. */
export function NameSearch({
  label,
  names,
  newNameLabel,
  onChoose,
}: {
  label: string;
  names: readonly { name: string; detail?: ReactNode }[];
  /** Label for a typed name that is not in the list: 'New customer'. */
  newNameLabel: string;
  onChoose: (name: string) => void;
}) {
  const [query, setQuery] = useState('');
  const typed = query.trim();
  const matches = names.filter(({ name }) => matchesSearch(query, [name]));
  const isKnown = names.some(({ name }) => sameName(name, typed));
  return (
    <>
      <SearchField
        label={label}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just pressed "Someone else" or "Something else" in order to type
        autoFocus
        value={query}
        maxLength={120}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed === '') return;
          event.preventDefault();
          onChoose(matches.find(({ name }) => sameName(name, typed))?.name ?? typed);
        }}
      />
      <Choices label={label}>
        {matches.slice(0, MAX_SHOWN).map(({ name, detail }) => (
          <Choice key={name} title={name} detail={detail} onClick={() => onChoose(name)} />
        ))}
        {typed !== '' && !isKnown && (
          <Choice
            soft
            icon={<Plus aria-hidden="true" />}
            title={typed}
            detail={newNameLabel}
            onClick={() => onChoose(typed)}
          />
        )}
      </Choices>
      {matches.length > MAX_SHOWN && (
        <p className="hint">{matches.length - MAX_SHOWN} more. Type some letters of the name.</p>
      )}
    </>
  );
}
