import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addComplianceItems } from '@/data/compliance/compliance-changes';
import { REGION_NAMES } from '@/domain/account/country';
import { BY_WORDS, CATEGORY_WORDS, TOPIC_WORDS } from '@/domain/compliance/compliance-words';
import {
  dutiesFor,
  itemOf,
  needsCheck,
  REGIONS,
  topicsOf,
  type DutyList,
  type Topic,
} from '@/domain/compliance/duties';
import { CATEGORIES } from '@/domain/compliance/item';
import type { Region } from '@/domain/core/time';
import { plural } from '@/domain/core/word-list';
import { CHECK_WORDS } from '@/domain/rules/regimes';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { CheckField } from '@/ui/forms/check-field';
import { Chip } from '@/ui/forms/chip';
import { SelectField } from '@/ui/forms/field';
import { FormDialog } from '@/ui/popups/form-dialog';
import type { ShownItem } from './use-center';

/** Adds the usual items of a country for what the farm has; each item can be left out. */
export function UsualItemsDialog({
  duties,
  shown,
  onClose,
}: {
  duties: DutyList;
  shown: readonly ShownItem[];
  onClose: () => void;
}) {
  const { ownerId, settings } = useAccount();
  const today = useToday();
  const add = useMutation(addComplianceItems);
  const [region, setRegion] = useState<Region>(settings.region);
  const [topics, setTopics] = useState<ReadonlySet<Topic>>(
    () => new Set<Topic>(['machinery', 'livestock', 'nvz', 'sprays']),
  );
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const listed = new Set(shown.map(({ item }) => item.duty));
  const offered = dutiesFor(duties, region, topics).filter(({ id }) => !listed.has(id));
  const chosen = offered.filter(({ id }) => !leftOut.has(id));
  const toggled = <Value,>(set: ReadonlySet<Value>, value: Value): ReadonlySet<Value> => {
    const next = new Set(set);
    if (!next.delete(value)) next.add(value);
    return next;
  };
  return (
    <FormDialog
      title="Usual items"
      wide
      verb={plural(chosen.length, 'Add 1 item', `Add ${chosen.length} items`)}
      busy={add.isPending}
      disabled={chosen.length === 0}
      onSubmit={() => {
        add.mutate(
          { ownerId, items: chosen.map((duty) => ({ ...itemOf(duty, today), id: crypto.randomUUID() })) },
          { onSuccess: onClose },
        );
      }}
      onClose={onClose}
    >
      <SelectField
        label="Country"
        value={region}
        onChange={({ target }) => setRegion(REGIONS.find((one) => one === target.value) ?? region)}
      >
        {REGIONS.map((one) => (
          <option key={one} value={one}>
            {REGION_NAMES[one]}
          </option>
        ))}
      </SelectField>
      <fieldset>
        <legend className="field-label mb-2">What the farm has</legend>
        <div className="flex flex-wrap gap-2">
          {topicsOf(duties, region).map((topic) => (
            <Chip key={topic} pressed={topics.has(topic)} onClick={() => setTopics(toggled(topics, topic))}>
              {TOPIC_WORDS[topic]}
            </Chip>
          ))}
        </div>
      </fieldset>
      {offered.length === 0 && <p className="text-muted">All of these are on your list already.</p>}
      {CATEGORIES.map((category) => {
        const group = offered.filter((duty) => duty.category === category);
        if (group.length === 0) return null;
        return (
          <fieldset key={category} className="grid gap-1">
            <legend className="field-label mb-1">{CATEGORY_WORDS[category]}</legend>
            {group.map((duty) => (
              <CheckField
                key={duty.id}
                label={duty.title}
                hint={[
                  `${BY_WORDS[duty.by]}.`,
                  duty.deadline !== null && `${duty.deadline.charAt(0).toUpperCase()}${duty.deadline.slice(1)}.`,
                  needsCheck(duty) && `${CHECK_WORDS}.`,
                ]
                  .filter(Boolean)
                  .join(' ')}
                checked={!leftOut.has(duty.id)}
                onChange={() => setLeftOut(toggled(leftOut, duty.id))}
              />
            ))}
          </fieldset>
        );
      })}
      <p className="hint">
        List of {duties.version.split('-').reverse().join('/')}. It names its sources on each item, and it is not
        complete.
      </p>
    </FormDialog>
  );
}
