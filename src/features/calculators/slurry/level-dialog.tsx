import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { decimalIn, toNumeric } from '@/domain/core/money';
import { Lookup, type OwnFigures } from '@/domain/rules/figures';
import { formatNumber } from '@/domain/rules/printout';
import type { Rules } from '@/domain/rules/rules';
import { levelOf, type Reading, type Store } from '@/domain/slurry/store';
import { forgetDraft, useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import type { NewEntry } from '@/offline/outbox/entry';
import { insertOf } from '@/offline/outbox/record-entries';
import { insertMutation, sendNowMutation } from '@/offline/outbox/save-entries';
import { SLURRY_LEVEL } from '@/records/slurry';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { fieldsOf, textOf } from '@/domain/core/stored-json';
import { DateField, SelectField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Segmented } from '@/ui/forms/segmented';
import { FormDialog } from '@/ui/popups/form-dialog';
import { UnstoredEntry } from '@/widgets/unsent/unstored-entry';
import { useUnstoredEntry } from '@/widgets/unsent/use-unstored-entry';

const DRAFT_NAME = 'slurry-level';
const NOTE_MAX = 300;
type MeasuredAs = Reading['how'];
type LevelText = { store: string; how: MeasuredAs; amount: string; date: string; note: string };

type Props = { stores: readonly Store[]; rules: Rules; own: OwnFigures; onClose: () => void };

/** A level read at a store. Works without signal: it is saved on the phone first. */
export function LevelDialog(props: Props) {
  const { userId } = useAccount();
  const { isDraftLoading, key, draft } = useStoredDraft(userId, DRAFT_NAME);
  if (isDraftLoading) return null;
  return <LevelForm key={draft?.id ?? 'new'} {...props} draftKey={key} draft={draft} />;
}

function LevelForm({
  stores,
  rules,
  own,
  onClose,
  draftKey,
  draft,
}: Props & { draftKey: string; draft: { id: string; values: unknown } | null }) {
  const account = useAccount();
  const today = useToday();
  const save = useMutation(insertMutation(SLURRY_LEVEL));
  const [id] = useState(() => draft?.id ?? crypto.randomUUID());
  const [saved, setSaved] = useState(false);
  const [pressed, setPressed] = useState(false);
  const [text, setText] = useState<LevelText>(() => {
    const old = fieldsOf(draft?.values);
    const how = old['how'] === 'from_top' || old['how'] === 'volume' ? old['how'] : 'depth';
    return {
      ...{ store: textOf(old['store']), how, amount: textOf(old['amount']), note: textOf(old['note']) },
      date: textOf(old['date']) || today,
    };
  });
  const [entry, setEntry] = useUnstoredEntry(text);
  useDraft(account.userId, draftKey, id, saved || text.amount === '' ? null : text);
  const store = stores.find((one) => one.id === text.store) ?? stores[0];
  // A bag has no depth to measure.
  const how = store?.shape === 'bag' ? 'volume' : text.how;
  const typed = decimalIn(text.amount);
  const amount = typed === null ? null : toNumeric(typed);
  // 12 m is deeper than any store: the depth was typed in feet.
  const isFeet = how !== 'volume' && amount !== null && amount > 12;
  const problem =
    amount === null ? 'Enter a number like 1.35.' : isFeet ? 'Enter depth in metres (2.4), not feet.' : null;
  const level =
    store && amount !== null && problem === null ? levelOf(new Lookup(rules, own), store, { how, amount }) : null;
  const onSaved = () => {
    setSaved(true);
    void forgetDraft(account.userId, draftKey).then(onClose);
  };
  return (
    <FormDialog
      title="Add a level reading"
      verb="Save level"
      busy={save.isPending}
      onClose={onClose}
      clash={level?.overfull ? 'Reading is above the freeboard line – store is over-full.' : null}
      onSubmit={() => {
        setPressed(true);
        if (!store || typed === null || problem !== null || text.date === '') return;
        const fields = { readOn: text.date, readTime: null, how, amount: typed, note: text.note.trim() || null };
        const inserted = insertOf(SLURRY_LEVEL, account, id, { ...fields, storeId: store.id });
        const newEntry: NewEntry = { ...inserted, draft: draftKey };
        save.mutate([newEntry], { onSuccess: onSaved, onError: () => setEntry(newEntry) });
      }}
    >
      <UnstoredEntry entry={entry} sendMutation={sendNowMutation(SLURRY_LEVEL)} onSent={onSaved} />
      <SelectField
        label="Store"
        value={store?.id ?? ''}
        onChange={({ target }) => setText({ ...text, store: target.value })}
      >
        {stores.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </SelectField>
      {store?.shape !== 'bag' && (
        <Segmented<MeasuredAs>
          label="Measured as"
          showLabel
          value={how}
          options={[
            { value: 'depth', label: 'Depth' },
            { value: 'from_top', label: 'From the top' },
            { value: 'volume', label: 'Volume' },
          ]}
          onChange={(value) => setText({ ...text, how: value })}
        />
      )}
      <NumberField
        label={
          how === 'volume' ? 'Volume in the store' : how === 'depth' ? 'Depth of slurry' : 'From the top to the slurry'
        }
        after={how === 'volume' ? 'm³' : 'm'}
        value={text.amount}
        error={(pressed || isFeet) && problem !== null ? problem : undefined}
        echo={
          level === null ? undefined : `${formatNumber(level.stored)} m³ in it, ${formatNumber(level.free)} m³ free`
        }
        onChange={({ target }) => setText({ ...text, amount: target.value })}
      />
      <DateField
        label="Date"
        value={text.date}
        max={today}
        error={pressed && text.date === '' ? 'Choose a date.' : undefined}
        onChange={({ target }) => setText({ ...text, date: target.value })}
      />
      <TextField
        label="Note"
        optional
        maxLength={NOTE_MAX}
        value={text.note}
        onChange={({ target }) => setText({ ...text, note: target.value })}
      />
      <p className="hint">Slurry gas kills – animals out, doors open, stay away 30 min after mixing.</p>
    </FormDialog>
  );
}
