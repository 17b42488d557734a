import { mutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CATEGORY_WORDS } from '@/domain/compliance/compliance-words';
import { CATEGORIES, type Category } from '@/domain/compliance/item';
import { addMonths, isDate } from '@/domain/core/time';
import { useOffline } from '@/lib/online';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { CheckField } from '@/ui/forms/check-field';
import { DateField } from '@/ui/forms/field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { useCertificates } from '@/widgets/compliance/use-certificates';
import { useFleet } from '@/widgets/machines/use-fleet';
import type { PackRequest } from './pack';
import type { useCenter } from './use-center';

const makePack = mutationOptions({
  mutationKey: ['compliance', 'pack'],
  mutationFn: async (request: PackRequest) => (await import('./pack')).writePack(request),
  meta: {
    saved: (made: { files: number } | null) => (made === null ? null : { title: `Pack saved: ${made.files} files.` }),
    failed: { title: 'Could not make the pack' },
  },
});

/** Which areas and dates go into the inspection pack. */
export function PackDialog({ center, onClose }: { center: ReturnType<typeof useCenter>; onClose: () => void }) {
  const account = useAccount();
  const today = useToday();
  const offline = useOffline();
  const { certificates, data: loaded } = useCertificates();
  const { machines } = useFleet();
  const make = useMutation(makePack);
  const usedCategories = CATEGORIES.filter((category) =>
    center.shown.some(({ item, state }) => item.category === category && state !== 'not_applicable'),
  );
  const [chosen, setChosen] = useState<ReadonlySet<Category>>(() => new Set(usedCategories));
  const [from, setFrom] = useState(() => addMonths(today, -12));
  const [to, setTo] = useState(today);
  const [withPhotos, setWithPhotos] = useState(true);
  const [controller] = useState(() => new AbortController());
  // Closing the dialog stops a pack that is being made.
  useEffect(() => () => controller.abort(), [controller]);
  // Wait until every record is read: a pack with some of them would look complete.
  const isReady = loaded !== undefined && !center.isLoading && !center.isIncomplete;
  const isOrdered = isDate(from) && isDate(to) && from <= to;
  return (
    <FormDialog
      title="Inspection pack"
      verb="Make the pack"
      busy={make.isPending}
      busyText="Making the pack..."
      disabled={offline || !isReady || chosen.size === 0 || !isOrdered}
      onSubmit={() => {
        make.mutate(
          {
            ...{ account, today, from, to, withPhotos, machines, categories: chosen, items: center.shown },
            certificates: certificates.map(({ certificate }) => certificate),
            signal: controller.signal,
          },
          { onSuccess: (made) => made && onClose() },
        );
      }}
      onClose={onClose}
    >
      <p className="text-2 text-muted">
        A ZIP file with an index: items, evidence, certificates, and the records of the app that belong to them, as PDF
        and CSV.
      </p>
      {offline ? (
        <Banner tone="note">You need signal to make the pack.</Banner>
      ) : (
        center.isIncomplete &&
        !center.isLoading && (
          <Banner tone="warn" action={<Button onClick={center.retry}>Try again</Button>}>
            Some records could not be read. A pack without them would look complete.
          </Banner>
        )
      )}
      <fieldset>
        <legend className="field-label mb-1">Areas</legend>
        {usedCategories.map((category) => (
          <CheckField
            key={category}
            label={CATEGORY_WORDS[category]}
            checked={chosen.has(category)}
            onChange={() => {
              const next = new Set(chosen);
              if (!next.delete(category)) next.add(category);
              setChosen(next);
            }}
          />
        ))}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label="Evidence from" value={from} onChange={({ target }) => setFrom(target.value)} />
        <DateField
          label="To"
          value={to}
          error={isOrdered ? undefined : 'Choose an end on or after the start.'}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      <CheckField label="With photos" checked={withPhotos} onChange={({ target }) => setWithPhotos(target.checked)} />
    </FormDialog>
  );
}
