import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { deleteCertificate, saveCertificate } from '@/data/compliance/compliance-changes';
import type { DutyList } from '@/domain/compliance/duties';
import { optionalDate } from '@/domain/core/typed';
import { saveMutation } from '@/offline/outbox/save-entries';
import { CERTIFICATE, type Certificate, type CertificateFields } from '@/records/compliance';
import { useAccount } from '@/session/account';
import { DateField, SelectField, TextAreaField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { DeleteInForm } from '@/ui/popups/delete-in-form';
import { FormDialog } from '@/ui/popups/form-dialog';
import { Documents } from '@/widgets/documents/documents';
import { EntryPhotos } from '@/widgets/photos/entry-photos';
import { MorePhotos, useMorePhotos } from '@/widgets/photos/more-photos';
import { SlowPhotoWait } from '@/widgets/photos/photo-wait';
import { saving } from '@/widgets/photos/saving';
import { formOf } from '@/widgets/record-form';
import { usePeople } from './use-people';

/** The person is chosen with another word in the form: OTHER. */
const certificateForm = formOf(CERTIFICATE, ['personId']);
const MAX_PHOTOS = 6;
const saveChosenPhotos = saveMutation('Photos saved!', 'Error Saving Photos');
/** The choice of a holder without an account, whose name is typed. */
const OTHER = 'other';

const certificateSchema = v.pipe(
  v.object({
    ...certificateForm.entries,
    name: v.pipe(certificateForm.entries.name, v.nonEmpty('Give the certificate a name.')),
    person: v.string(),
    issuedOn: optionalDate(),
    expiresOn: optionalDate(),
  }),
  v.forward(
    v.check(
      ({ issuedOn, expiresOn }) => issuedOn === null || expiresOn === null || expiresOn >= issuedOn,
      'It runs out before it was issued.',
    ),
    ['expiresOn'],
  ),
  v.forward(
    v.check(({ person, holder }) => person !== OTHER || holder !== null, 'Say whose certificate it is.'),
    ['holder'],
  ),
  v.transform(({ person, holder, ...rest }): CertificateFields => ({
    ...rest,
    personId: person === '' || person === OTHER ? null : person,
    // The database fills in the name of a person of the farm.
    holder: person === OTHER ? holder : null,
  })),
);
type CertificateText = InferInput<typeof certificateSchema>;

const textOf = (certificate: Certificate | null): CertificateText => ({
  ...certificateForm.textsOf(certificate),
  person: certificate?.personId ?? (certificate?.holder ? OTHER : ''),
  ...(!certificate && { leadDays: '60' }),
});

/** One certificate: whose it is, its number, and when it runs out. */
export function CertificateDialog({
  certificate,
  suggestions,
  onClose,
}: {
  /** Null for a new one. */
  certificate: Certificate | null;
  suggestions: DutyList['certificates'];
  onClose: () => void;
}) {
  const { ownerId, settings } = useAccount();
  const people = usePeople({ id: certificate?.personId ?? null, name: certificate?.holder ?? null });
  const save = useMutation(saveCertificate);
  const savePhotos = useMutation(saveChosenPhotos);
  const remove = useMutation(deleteCertificate);
  const suggestionsId = useId();
  const [id] = useState(() => certificate?.id ?? crypto.randomUUID());
  const photos = useMorePhotos({ id, table: 'certificates', maxPhotos: MAX_PHOTOS });
  const form = useForm<CertificateText, unknown, CertificateFields>({
    resolver: standardSchemaResolver(certificateSchema),
    defaultValues: textOf(certificate),
  });
  const { errors } = form.formState;
  const field = (name: keyof CertificateText) => ({ ...form.register(name), error: errors[name]?.message });
  const [person, name] = useWatch({ control: form.control, name: ['person', 'name'] });
  const usualCertificates = suggestions.filter(({ regions }) => regions.includes(settings.region));
  const note = usualCertificates.find((one) => one.name === name)?.note;
  return (
    <FormDialog
      title={certificate ? 'Change certificate' : 'Add a certificate'}
      wide
      verb="Save certificate"
      {...saving(save.isPending || savePhotos.isPending, photos.preparing)}
      onSubmit={form.handleSubmit((values) => {
        const entries = photos.chosen.map(({ entry }) => entry);
        const close = () => (entries.length > 0 ? savePhotos.mutate(entries, { onSuccess: onClose }) : onClose());
        save.mutate({ id, ownerId, isNew: certificate === null, fields: values }, { onSuccess: close });
      })}
      onClose={onClose}
    >
      <TextField
        label="Certificate"
        autoComplete="off"
        list={suggestionsId}
        placeholder="PA2a, telehandler, employers’ liability"
        hint={note ?? undefined}
        {...field('name')}
      />
      <datalist id={suggestionsId}>
        {usualCertificates.map((one) => (
          <option key={one.name} value={one.name}>
            {one.name}
          </option>
        ))}
      </datalist>
      <SelectField label="Whose" {...field('person')}>
        <option value="">The farm’s</option>
        {people.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
        <option value={OTHER}>Somebody else</option>
      </SelectField>
      {person === OTHER && <TextField label="Name" autoComplete="off" {...field('holder')} />}
      <TextField label="Number" optional autoComplete="off" {...field('number')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label="Issued on" optional {...field('issuedOn')} />
        <DateField label="Valid until" optional hint="Empty: it does not run out." {...field('expiresOn')} />
      </div>
      <NumberField label="Remind me before" after="days" inputMode="numeric" {...field('leadDays')} />
      <TextAreaField label="Note" optional rows={2} {...field('note')} />
      {certificate ? (
        <>
          <EntryPhotos parent={certificate.id} />
          <MorePhotos photos={photos} />
          <SlowPhotoWait parent={certificate.id} />
          <Documents table="certificates" parent={certificate.id} level="h3" />
          <DeleteInForm
            label="Delete this certificate"
            busy={remove.isPending}
            onDelete={() => remove.mutate({ id, ownerId }, { onSuccess: onClose })}
          >
            Delete {certificate.name}? Its photos and documents go too. This can&apos;t be undone.
          </DeleteInForm>
        </>
      ) : (
        <p className="hint">You can add photos and documents of it once it is saved.</p>
      )}
    </FormDialog>
  );
}
