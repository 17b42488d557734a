import { useQuery } from '@tanstack/react-query';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { crewQuery } from '@/data/account/profiles';
import { checklistsQuery } from '@/data/checklists/checklists';
import { withoutFailureMessage } from '@/data/load-failed';
import type { Notice } from '@/data/notices';
import { mealMixesQuery } from '@/data/rations/meal-mixes';
import { tmrMixesQuery } from '@/data/rations/tmr-mixes';
import type { NoticeFields } from '@/records/notices';
import { useAccount } from '@/session/account';
import { CheckField } from '@/ui/forms/check-field';
import { DateField, FieldError, SelectField, TextAreaField, TextField } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import { relatedText, type NoticeText } from './notice-schema';
import { nameOf } from './notice-words';

const PRIORITY = [
  { value: 'normal', label: 'Normal' },
  { value: 'important', label: 'Important' },
  { value: 'urgent', label: 'Urgent' },
] as const;
const AUDIENCE = [
  { value: 'all', label: 'Everybody' },
  { value: 'selected', label: 'Chosen people' },
] as const;

type Form = UseFormReturn<NoticeText, unknown, NoticeFields>;

/** The fields of a notice: text, recipients and dates. */
export function NoticeFormFields({ form, notice, today }: { form: Form; notice: Notice | null; today: string }) {
  const account = useAccount();
  const { errors } = form.formState;
  const checklists = useQuery(withoutFailureMessage(checklistsQuery(account))).data ?? [];
  const tmrMixes = useQuery(withoutFailureMessage(tmrMixesQuery(account))).data ?? [];
  const mealMixes = useQuery(withoutFailureMessage(mealMixesQuery(account))).data ?? [];
  const linkable = [
    { table: 'checklist_templates', label: 'Complete a checklist', records: checklists },
    { table: 'tmr_mixes', label: 'Open a load sheet', records: tmrMixes },
    { table: 'meal_mixes', label: 'Mix a batch', records: mealMixes },
  ] as const;
  const [priority, audience] = useWatch({ control: form.control, name: ['priority', 'audience'] });
  const touched = { shouldDirty: true };
  return (
    <>
      <TextField label="Title" autoComplete="off" error={errors.title?.message} {...form.register('title')} />
      <TextAreaField label="Notice" optional rows={4} error={errors.body?.message} {...form.register('body')} />
      <Segmented
        label="Priority"
        showLabel
        options={PRIORITY}
        value={priority}
        onChange={(value) => form.setValue('priority', value, touched)}
      />
      <Segmented
        label="For"
        showLabel
        options={AUDIENCE}
        value={audience}
        onChange={(value) => form.setValue('audience', value, touched)}
      />
      {audience === 'selected' && <People form={form} />}
      <CheckField
        label="Ask everybody to confirm it"
        hint="They press “Got it”; you see who has and when."
        {...form.register('requiresAck')}
      />
      <CheckField
        label="Pin it to the top"
        hint="Three at most."
        error={errors.pinned?.message}
        {...form.register('pinned')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label="From"
          optional
          hint="Shown to the crew from this day."
          error={errors.startsOn?.message}
          {...form.register('startsOn')}
        />
        <DateField
          label="Until"
          optional
          min={today}
          hint="Leaves the board the day after."
          error={errors.expiresOn?.message}
          {...form.register('expiresOn')}
        />
      </div>
      {linkable.some(({ records }) => records.length > 0) && (
        <SelectField
          label="Checklist or mix"
          optional
          hint="The notice leads to it with one press."
          {...form.register('related')}
        >
          <option value="">None</option>
          {linkable
            .filter(({ records }) => records.length > 0)
            .map(({ table, label, records }) => (
              <optgroup key={table} label={label}>
                {records
                  .filter(({ id, active }) => active || id === notice?.relatedId)
                  .map(({ id, name }) => (
                    <option key={id} value={relatedText({ relatedTable: table, relatedId: id })}>
                      {name}
                    </option>
                  ))}
              </optgroup>
            ))}
        </SelectField>
      )}
    </>
  );
}

function People({ form }: { form: Form }) {
  const { ownerId } = useAccount();
  const { data: crew = [], isPending } = useQuery(crewQuery(ownerId));
  const chosen = useWatch({ control: form.control, name: 'recipients' });
  const error = form.formState.errors.recipients?.message;
  const toggle = (id: string) =>
    form.setValue('recipients', chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id], {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  return (
    <fieldset className="grid gap-1">
      <legend className="field-label">People</legend>
      {crew.length === 0 && !isPending && <p className="hint">There is nobody on your farm yet.</p>}
      {crew.map((person) => (
        <CheckField
          key={person.id}
          label={nameOf(person)}
          checked={chosen.includes(person.id)}
          onChange={() => toggle(person.id)}
        />
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
