import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { tmrMixesQuery } from '@/data/rations/tmr-mixes';
import {
  fedItems,
  hasLoaded,
  headOf,
  newFeedingDraft,
  refusalsOf,
  resumeDraft,
  type FeedingDraft,
} from '@/domain/rations/feeding-draft';
import { loadSheet } from '@/domain/rations/tmr';
import { NewLogPage, useNewLog, type LogDraft } from '@/features/rations/log/new-log';
import { TMR } from '@/features/rations/mix/kinds';
import { stayAwake } from '@/lib/device/wake-lock';
import { TMR_FEEDING } from '@/records/rations/tmr-feedings';
import type { TmrMix } from '@/records/rations/tmr-mixes';
import { useAccount } from '@/session/account';
import { Banner } from '@/ui/feedback/banner';
import { insertFeeding } from './feeding-entries';
import { LoadSteps } from './load-steps';
import { LogForm } from './log-form';

/** /tmr-mixes/ID/load: the load sheet for today's head count, step by step, then the form that logs the feeding. */
export function LoadSheetPage({ id }: { id: string }) {
  return (
    <NewLogPage<TmrMix, FeedingDraft>
      kind={TMR}
      list={useQuery(tmrMixesQuery(useAccount()))}
      id={id}
      title="Load sheet"
      draftName={`feeding-${id}`}
      subtitleOf={({ groupName }) => groupName}
    >
      {(mix, draft) => <FeedingForm key={draft.started?.id ?? ''} mix={mix} stored={draft} />}
    </NewLogPage>
  );
}

function FeedingForm({ mix, stored }: { mix: TmrMix; stored: LogDraft<FeedingDraft> }) {
  const account = useAccount();
  const [lastDraft, setLastDraft] = useState(stored.started?.draft ?? null);
  // The mix can be changed at the desk while the driver loads it.
  const withMix = (last: FeedingDraft | null) => (last ? resumeDraft(last, mix) : newFeedingDraft(mix));
  const draft = withMix(lastDraft);
  const [submitted, setSubmitted] = useState(false);
  const log = useNewLog(TMR, TMR_FEEDING, stored, draft, lastDraft !== null);
  useEffect(stayAwake, []);
  const set = (change: Partial<FeedingDraft>) => setLastDraft((last) => ({ ...withMix(last), ...change }));
  const headCount = headOf(draft.head);
  const sheet = headCount === null ? null : loadSheet(mix.items, { ...mix, headCount });
  const save = () => {
    setSubmitted(true);
    if (sheet === null || headCount === null) return;
    const items = fedItems(draft, sheet).filter((item) => item !== null);
    const refusalsKg = refusalsOf(draft);
    const complete = items.length === sheet.rows.length && items.some(({ actual }) => actual > 0);
    if (!complete || refusalsKg === undefined || draft.note.trim().length > 500) return;
    log.save(
      insertFeeding(account, log.id, mix, {
        ...{ headCount, items, refusalsKg, note: draft.note, loads: sheet.loads },
        fedAt: new Date().toISOString(),
      }),
    );
  };
  return (
    <>
      {log.notices}
      {lastDraft && draft !== lastDraft && hasLoaded(lastDraft) && (
        <Banner tone="note">The mix was changed. Its loading starts again at the first feed.</Banner>
      )}
      {draft.logging && sheet ? (
        <LogForm draft={draft} sheet={sheet} submitted={submitted} busy={log.isSaving} onChange={set} onSave={save} />
      ) : (
        <LoadSteps draft={draft} sheet={sheet} onChange={set} />
      )}
    </>
  );
}
