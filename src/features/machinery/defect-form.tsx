import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { SEVERITIES, type Severity } from '@/domain/machinery/machine';
import { forgetDraft, useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import { insertOf } from '@/offline/outbox/record-entries';
import { directMutation, saveMutation } from '@/offline/outbox/save-entries';
import { DEFECT, type Machine } from '@/records/machines';
import { useAccount } from '@/session/account';
import { TextAreaField } from '@/ui/forms/field';
import { SaveButton } from '@/ui/forms/save-button';
import { SaveDock, EntryForm } from '@/ui/forms/save-dock';
import { Segmented } from '@/ui/forms/segmented';
import { LoadingRows } from '@/ui/lists/list-states';
import { PhotoField } from '@/widgets/photos/photo-field';
import { PhotoWait, useSaveAfterPhotos } from '@/widgets/photos/photo-wait';
import { saving } from '@/widgets/photos/saving';
import { UnstoredEntry } from '@/widgets/unsent/unstored-entry';
import { useUnstoredEntry } from '@/widgets/unsent/use-unstored-entry';

const MAX_PHOTOS = 6;
const SEVERITY_LABELS: Readonly<Record<Severity, string>> = {
  minor: 'Minor',
  stop_soon: 'Stop soon',
  safety: 'Do not use',
};

const saveDefect = saveMutation('Defect reported!', 'Error Saving Defect');
const sendDefectNow = directMutation('Defect reported!', 'Error Saving Defect');

type Draft = { description: string; severity: Severity };

/** The form to report a defect of a machine, with photos. Saved on this device first. */
export function DefectForm({ machine, onSaved }: { machine: Machine; onSaved: () => void }) {
  const { userId } = useAccount();
  const { isDraftLoading, key, draft } = useStoredDraft(userId, `defect:${machine.id}`);
  if (isDraftLoading) return <LoadingRows />;
  return (
    <OpenDefectForm
      key={draft?.id ?? ''}
      machine={machine}
      draftKey={key}
      // The cast is safe: only this form writes drafts with this name.
      stored={draft ? { id: draft.id, ...(draft.values as Draft) } : null}
      onSaved={onSaved}
    />
  );
}

function OpenDefectForm({
  machine,
  draftKey,
  stored,
  onSaved,
}: {
  machine: Machine;
  draftKey: string;
  stored: (Draft & { id: string }) | null;
  onSaved: () => void;
}) {
  const account = useAccount();
  const [id] = useState(() => stored?.id ?? crypto.randomUUID());
  const [description, setDescription] = useState(stored?.description ?? '');
  const [severity, setSeverity] = useState<Severity>(stored?.severity ?? 'minor');
  const [error, setError] = useState<string | null>(null);
  const [unsaved, setUnsaved] = useUnstoredEntry([description, severity]);
  const [isSaved, setIsSaved] = useState(false);
  const save = useMutation(saveDefect);
  const { whenReady, waiting } = useSaveAfterPhotos(id);
  useDraft(account.userId, draftKey, id, description === '' || isSaved ? null : { description, severity });
  const finish = () => {
    setIsSaved(true);
    void forgetDraft(account.userId, draftKey).then(onSaved);
  };
  const submit = () => {
    const text = description.trim();
    if (text === '') return setError('Say what is wrong.');
    if (text.length > DEFECT.fields.description.max) return setError('Too long: 1,000 characters at most.');
    setError(null);
    const entry = insertOf(DEFECT, account, id, {
      ...{ machineId: machine.id, description: text, severity },
      reportedAt: new Date().toISOString(),
    });
    save.mutate([{ ...entry, draft: draftKey }], { onSuccess: finish, onError: () => setUnsaved(entry) });
  };
  return (
    <EntryForm
      aria-label="Report a defect"
      onSubmit={() => {
        whenReady(submit);
      }}
    >
      <UnstoredEntry entry={unsaved} sendMutation={sendDefectNow} onSent={finish} />
      <div className="grid content-start gap-4 max-nav:flex-1">
        <TextAreaField
          label="What is wrong"
          value={description}
          error={error ?? undefined}
          onChange={({ target }) => setDescription(target.value)}
        />
        <Segmented
          label="How serious"
          showLabel
          big
          options={SEVERITIES.toReversed().map((value) => ({
            value,
            label: SEVERITY_LABELS[value],
            bad: value === 'safety',
          }))}
          value={severity}
          onChange={setSeverity}
        />
        {severity === 'safety' && (
          <p className="text-2 text-danger">Everybody on the farm is told not to use {machine.name}.</p>
        )}
        <PhotoField parent={id} table="machine_defects" max={MAX_PHOTOS} />
      </div>
      <PhotoWait parent={id} shown={waiting} />
      <SaveDock>
        <SaveButton {...saving(save.isPending, waiting)}>Report defect</SaveButton>
      </SaveDock>
    </EntryForm>
  );
}
