import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, PenLine, Share2, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { dateIn, formatDateDated, localTimeIn } from '@/domain/core/time';
import { ACTIVITY_WORDS } from '@/domain/fields/activity';
import { docketContent, type Docket } from '@/domain/works/docket';
import { docketNumber } from '@/domain/works/docket-number';
import { contentName } from '@/lib/files/blobs';
import { useOffline } from '@/lib/online';
import * as keys from '@/lib/query-keys';
import type { Signoff } from '@/records/signoffs';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { CheckField } from '@/ui/forms/check-field';
import { QueryList } from '@/ui/lists/query-list';
import { Dialog } from '@/ui/popups/dialog';
import { EntryPhotos } from '@/widgets/photos/entry-photos';
import { canShareDocket, saveDocket, shareDocket } from './docket-file';
import { DocketSheet } from './docket-sheet';
import { SignDialog, type Signed } from './sign-dialog';
import { useDocket } from './use-docket';

const PartsDialog = lazy(async () => ({ default: (await import('./parts-dialog')).PartsDialog }));

/** SHA-256 of a docket's content. */
const useContentHash = (docket: Docket | null, withPrices: boolean): string | undefined => {
  const content = docket === null ? '' : docketContent(docket, withPrices);
  const { data } = useQuery({
    queryKey: [keys.jobs, 'hash', content],
    queryFn: async () => ({ hash: await contentName(new TextEncoder().encode(content).buffer) }),
    enabled: docket !== null,
    networkMode: 'always',
  });
  return data?.hash;
};

/** The docket of a job: to show, to share as a PDF, and to have signed. */
export function DocketDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { account, docket, customerId, signoffs, activities, read } = useDocket(id);
  const { seesRates, zone } = account.settings;
  const signoff = signoffs.at(-1) ?? null;
  // As it was signed, until somebody chooses.
  const [chosenPrices, setChosenPrices] = useState<boolean | null>(null);
  // What is being signed stays as it was shown, even if the job changes meanwhile.
  const [signing, setSigning] = useState<Signed | null>(null);
  const [changing, setChanging] = useState(false);
  const offline = useOffline();
  const withPrices = seesRates && (chosenPrices ?? signoff?.withPrices ?? false);
  const hash = useContentHash(docket, withPrices);
  const signedHash = useContentHash(docket, signoff?.withPrices ?? false);
  const share = useMutation(shareDocket);
  const save = useMutation(saveDocket);
  if (signing) return <SignDialog account={account} signed={signing} onClose={() => setSigning(null)} />;
  if (changing && docket) {
    return (
      <Suspense fallback={null}>
        <PartsDialog docket={docket} account={account} onClose={() => setChanging(false)} />
      </Suspense>
    );
  }
  const signedWords = (one: Signoff) =>
    `Signed by ${one.signedName}, ${formatDateDated(dateIn(zone, one.signedAt))} at ${localTimeIn(zone, new Date(one.signedAt))}`;
  const isChanged = signoff !== null && signedHash !== undefined && !['', signedHash].includes(signoff.contentHash);
  const isAsSigned = signoff !== null && !isChanged && signoff.withPrices === withPrices;
  const printed = docket && {
    ...{ docket, withPrices, account },
    signature: isAsSigned ? { path: signoff.signature, words: signedWords(signoff) } : null,
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Docket ${docketNumber(id)}`}
      actions={
        <>
          {printed && (
            <Button busy={save.isPending} busyText="Preparing..." onClick={() => save.mutate(printed)}>
              <Download aria-hidden="true" />
              PDF
            </Button>
          )}
          {printed && canShareDocket() && (
            <Button busy={share.isPending} busyText="Preparing..." onClick={() => share.mutate(printed)}>
              <Share2 aria-hidden="true" />
              Share
            </Button>
          )}
          <Button variant="main" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {docket ? (
        <div className="grid gap-4">
          <DocketSheet docket={docket} account={account} withPrices={withPrices} />
          {activities.length > 0 && (
            <section className="grid gap-2">
              <h3 className="text-3">Field records</h3>
              {activities.map((one) => (
                <ButtonLink key={one.id} to={`/fields/${one.fieldId ?? '-'}/activity/${one.id}`}>
                  {ACTIVITY_WORDS[one.activityType]}: {one.product}, {one.fieldName}
                </ButtonLink>
              ))}
            </section>
          )}
          {customerId !== '' && docket.lines.length > 1 && (
            <ButtonLink variant="quiet" to={`/works-list?job=${id}`}>
              See its {docket.lines.length} lines in the works list
            </ButtonLink>
          )}
          {customerId !== '' && account.canWrite && !offline && (
            <Button onClick={() => setChanging(true)}>
              <Users aria-hidden="true" />
              Change what was on this job
            </Button>
          )}
          <EntryPhotos parent={id} readOnly />
          {seesRates && (
            <CheckField
              label="Show prices on the docket"
              checked={withPrices}
              onChange={({ currentTarget }) => setChosenPrices(currentTarget.checked)}
            />
          )}
          {signoff && isChanged && <Banner tone="warn">Changed since it was signed by {signoff.signedName}.</Banner>}
          {signoff && <Signature signoff={signoff} words={signedWords(signoff)} />}
          {signoff && !isChanged && !isAsSigned && (
            <p className="hint">
              It was signed {signoff.withPrices ? 'with' : 'without'} prices. Only like that the PDF has the signature.
            </p>
          )}
          <Button
            size="l"
            wide
            onClick={() => hash !== undefined && setSigning({ docket, withPrices, contentHash: hash })}
            disabled={hash === undefined || !account.canWrite}
          >
            <PenLine aria-hidden="true" />
            {signoff ? 'Sign again' : 'Have it signed'}
          </Button>
        </div>
      ) : (
        <QueryList read={read}>
          <p>This job is not there any more.</p>
        </QueryList>
      )}
    </Dialog>
  );
}

function Signature({ signoff, words }: { signoff: Signoff; words: string }) {
  return (
    <figure className="grid gap-1">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> element can't show a path */}
      <svg viewBox="0 0 1000 400" role="img" aria-label={words} className="h-24 w-60 text-text">
        <path d={signoff.signature} fill="none" stroke="currentColor" strokeWidth={6} />
      </svg>
      <figcaption className="text-2 text-muted">{words}</figcaption>
    </figure>
  );
}
