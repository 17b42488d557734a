import { CheckCheck } from 'lucide-react';
import { useEffect } from 'react';
import { allOk, bySection, outcomeOf, type ChecklistScore } from '@/domain/checklists/checklist';
import { answerOf, answersOf, EMPTY_ANSWER, type ChecklistDraft } from '@/domain/checklists/checklist-draft';
import { counted } from '@/domain/core/word-list';
import { formatReading, meterUnit } from '@/domain/machinery/machine';
import { sendNowMutation } from '@/offline/outbox/save-entries';
import { COMPLETION } from '@/records/completions';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Chip } from '@/ui/forms/chip';
import { TextAreaField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { SaveButton } from '@/ui/forms/save-button';
import { SaveDock, EntryForm } from '@/ui/forms/save-dock';
import { Card, CardHead } from '@/ui/layout/card';
import { useMachines } from '@/widgets/machines/use-fleet';
import { SlowPhotoWait } from '@/widgets/photos/photo-wait';
import { useDoubt } from '@/widgets/machines/use-doubt';
import { saving } from '@/widgets/photos/saving';
import { MachineSelect } from '@/widgets/pickers/machine-select';
import { UnstoredEntry } from '@/widgets/unsent/unstored-entry';
import { ABOUT_ID } from './element-ids';
import { Question } from './question';
import { SignatureField } from '@/widgets/signature-field';
import { useFilling } from './use-filling';

/** The questions of a checklist in one list, and the button that saves it. */
export function FillForm({
  initialDraft,
  id,
  draftKey,
  onBegun,
  machines,
  onSaved,
}: {
  initialDraft: ChecklistDraft;
  id: string;
  /** Key under which the draft is stored. */
  draftKey: string;
  /** Called with the version of the questions once something is entered, a machine too. */
  onBegun: ((version: number) => void) | undefined;
  /** Machines that were checked before, offered as chips. */
  machines: readonly string[];
  onSaved: (score: ChecklistScore) => void;
}) {
  const filling = useFilling(initialDraft, { id, draftKey }, onSaved);
  const { draft, set, answer, score, problems, formError, save, busy, preparing, unsavedEntry, finish } = filling;
  const { items, intro, version } = draft.template;
  const isBegun = draft !== initialDraft;
  useEffect(() => {
    if (isBegun) onBegun?.(version);
  }, [isBegun, version, onBegun]);
  const answers = answersOf(draft);
  const answerAllOk = (section: string) => {
    const filled = allOk(items, answers, section);
    set({
      answers: items.map((_, index) => {
        const typed = draft.answers[index] ?? EMPTY_ANSWER;
        return filled[index] === answers[index] ? typed : { ...typed, value: 'ok' };
      }),
    });
  };
  return (
    <>
      <UnstoredEntry entry={unsavedEntry} sendMutation={sendNowMutation(COMPLETION)} onSent={finish} />
      {intro !== null && <p className="whitespace-pre-line wrap-anywhere">{intro}</p>}
      <EntryForm
        onSubmit={() => {
          save();
        }}
      >
        <div className="grid content-start gap-4 max-nav:flex-1">
          <Machine draft={draft} machines={machines} problems={problems} set={set} />
          {bySection(items).map(({ section, items: ofSection }) => {
            // The questions that the button "All OK but the critical ones" answers.
            const itemsForAllOk = ofSection.filter(
              ({ item, at }) =>
                item.type === 'ok_defect_na' &&
                !item.critical &&
                outcomeOf(item, answerOf(item, draft.answers[at])) === 'none',
            );
            return (
              <Card key={ofSection[0]?.at ?? section} className="overflow-clip">
                {section !== '' && <CardHead title={section} />}
                {itemsForAllOk.length > 1 && (
                  <div className="border-b border-line px-4 py-2">
                    <Button variant="quiet" className="-mx-quiet" onClick={() => answerAllOk(section)}>
                      <CheckCheck aria-hidden="true" />
                      All OK but the critical ones
                    </Button>
                  </div>
                )}
                {ofSection.map(({ item, at }) => (
                  <Question
                    key={at}
                    item={item}
                    index={at}
                    typed={draft.answers[at] ?? EMPTY_ANSWER}
                    completion={id}
                    error={problems?.answers.get(at)}
                    onChange={answer}
                  />
                ))}
              </Card>
            );
          })}
          <TextAreaField
            label="Note"
            optional
            rows={2}
            value={draft.notes}
            error={problems?.notes ?? undefined}
            onChange={({ target }) => set({ notes: target.value })}
          />
          <SignatureField value={draft.signature} onChange={(signature) => set({ signature })} />
          <SlowPhotoWait parent={id} />
          {formError !== null && <Banner tone="bad">{formError}</Banner>}
        </div>
        <SaveDock note={<Progress checked={score.checked} total={items.length} />} value={defectWords(score)}>
          <SaveButton {...saving(busy, preparing)}>Save checklist</SaveButton>
        </SaveDock>
      </EntryForm>
    </>
  );
}

const defectWords = ({ defects }: ChecklistScore) => (defects === 0 ? null : counted(defects, 'defect', 'defects'));

function Progress({ checked, total }: { checked: number; total: number }) {
  return (
    <span className="grid gap-1">
      <span>
        {checked} of {total} answered
      </span>
      <progress className="dock-progress" max={total} value={checked} aria-label="Answered" />
    </span>
  );
}

function Machine({
  draft: { machine, machineId = '', hours },
  machines,
  problems,
  set,
}: Pick<ReturnType<typeof useFilling>, 'draft' | 'problems' | 'set'> & { machines: readonly string[] }) {
  const { machines: fleet } = useMachines();
  const chosen = fleet.find(({ id }) => id === machineId);
  const namesOutsideFleet = machines.filter((name) =>
    fleet.every((one) => one.name.toLowerCase() !== name.toLowerCase()),
  );
  const unit = chosen && chosen.meterType !== 'none' ? meterUnit(chosen.meterType) : 'h';
  const doubt = useDoubt(chosen, hours);
  return (
    <div id={ABOUT_ID} tabIndex={-1} className="grid scroll-mt-24 gap-3 outline-none">
      {fleet.length > 0 && (
        <MachineSelect
          label="Machine"
          value={machineId}
          none="Another machine, or a place"
          onChange={(id, chosen) => set({ machineId: id, machine: chosen?.name ?? '' })}
        />
      )}
      {machineId === '' && (
        <TextField
          label="Machine or place"
          optional
          autoComplete="off"
          value={machine}
          error={problems?.machine ?? undefined}
          onChange={({ currentTarget }) => set({ machine: currentTarget.value })}
        />
      )}
      {machineId === '' && namesOutsideFleet.length > 0 && (
        <fieldset aria-label="Machines" className="flex flex-wrap gap-2">
          {namesOutsideFleet.slice(0, 6).map((name) => (
            <Chip key={name} pressed={machine.trim() === name} onClick={() => set({ machine: name })}>
              {name}
            </Chip>
          ))}
        </fieldset>
      )}
      {chosen?.status === 'do_not_use' && <Banner tone="warn">{chosen.name} is marked “Do not use”.</Banner>}
      {(chosen?.meterType !== 'none' || hours !== '') && (
        <NumberField
          label={unit === 'h' ? 'Hours on the meter' : 'Reading of the meter'}
          optional
          after={unit}
          value={hours}
          hint={
            chosen && chosen.currentReading !== null
              ? `Last reading ${formatReading(chosen.currentReading, chosen.meterType)}.`
              : undefined
          }
          error={problems?.hours ?? doubt}
          onChange={({ currentTarget }) => set({ hours: currentTarget.value })}
        />
      )}
    </div>
  );
}
