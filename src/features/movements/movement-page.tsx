import { useMutation, useQuery } from '@tanstack/react-query';
import { formatDateLong } from '@/domain/core/time';
import { mayEdit } from '@/domain/fields/activity';
import { MANURE_UNIT_WORDS, quantityWords } from '@/domain/movements/movement';
import { DIRECTION_WORDS, movementTitle, P_FORM_WORDS } from '@/domain/movements/movement-words';
import { loadMovementRules } from '@/domain/movements/movement-rules';
import { formatQuantity } from '@/domain/core/money';
import { regimeOf } from '@/domain/rules/load-rules';
import * as keys from '@/lib/query-keys';
import { together } from '@/lib/read-state';
import { useStoredDraft } from '@/offline/outbox/drafts/draft';
import { strikeOf } from '@/offline/outbox/record-entries';
import { bringBackMutation } from '@/offline/outbox/save-entries';
import { MOVEMENT, type Movement } from '@/records/slurry';
import { useAccount } from '@/session/account';
import { useNow, useToday } from '@/session/today';
import { Banner } from '@/ui/feedback/banner';
import { Card } from '@/ui/layout/card';
import { Facts } from '@/ui/layout/facts';
import { Page } from '@/ui/layout/page';
import { EmptyState, LoadingRows } from '@/ui/lists/list-states';
import { ButtonLink } from '@/ui/button';
import { QueryList } from '@/ui/lists/query-list';
import { rulesQuery } from '@/widgets/rules/rules-query';
import { History } from '@/widgets/history/history';
import { StruckBanner } from '@/widgets/struck-banner';
import { EntryProblem } from '@/widgets/unsent/entry-problem';
import { MovementForm } from './movement-form';
import type { MovementText } from './movement-schema';
import { MOVEMENTS, stateBadge } from './movement-words';
import { useJobOfMovement } from './use-job';
import { useMovement } from './use-movements';

const deadlinesQuery = {
  queryKey: [keys.rules, 'movements'] as const,
  queryFn: loadMovementRules,
  // The file is part of the app, so it needs no signal.
  networkMode: 'always' as const,
  staleTime: Infinity,
};

/** An id that no movement has: `useMovement` finds nothing for a new one. */
const NO_ID = '00000000-0000-4000-8000-000000000000';

/** /manure-movements/new, and /manure-movements/:id for a stored one. */
export function MovementPage({ id }: { id: string }) {
  const account = useAccount();
  const now = useNow();
  const isNew = id === 'new';
  const { shown, query } = useMovement(isNew ? NO_ID : id);
  const row = isNew ? null : (shown?.row ?? null);
  const job = useJobOfMovement(isNew);
  const rules = useQuery(rulesQuery(row?.regime ?? regimeOf(account.settings.region), null));
  const movementRules = useQuery(deadlinesQuery);
  const { isDraftLoading, key, draft, discard } = useStoredDraft(
    account.userId,
    `movement:${isNew ? (job.from?.workId ?? 'new') : id}`,
  );
  const isMissing = !isNew && query.data === null && !row;
  const read = together(rules, movementRules, ...(isNew || row ? [] : [query]));
  if (isMissing || isDraftLoading || job.isPending || !rules.data || !movementRules.data || (!isNew && !row))
    return (
      <Page title="Movement" narrow back={MOVEMENTS} view={id}>
        <Card>
          <QueryList read={read}>
            {isMissing ? (
              <EmptyState
                title="This movement is not there."
                text="It may have been deleted."
                action={<ButtonLink to={MOVEMENTS.to}>Back to {MOVEMENTS.label}</ButtonLink>}
              />
            ) : (
              <LoadingRows />
            )}
          </QueryList>
        </Card>
      </Page>
    );
  if (isNew && !account.canWrite)
    return (
      <Page title="Movement" narrow back={MOVEMENTS} view={id}>
        <Banner tone="note">This account can be read only.</Banner>
      </Page>
    );
  const maySave = row !== null && mayEdit(account, row, now) && (row.notifiedOn === null || account.role === 'admin');
  if (row && (!maySave || row.struck)) return <ReadMovement movement={row} mayBringBack={maySave} />;
  return (
    <MovementForm
      key={draft?.id ?? 'stored'}
      rules={rules.data}
      movementRules={movementRules.data}
      stored={row}
      from={job.from}
      // The cast is safe: only this form writes drafts with this name.
      draft={draft && { id: draft.id, text: draft.values as Partial<MovementText>, at: draft.at }}
      draftKey={key}
      onDiscard={discard}
    />
  );
}

/** A movement that the person may not change, or that was struck out. */
function ReadMovement({ movement, mayBringBack }: { movement: Movement; mayBringBack: boolean }) {
  const account = useAccount();
  const today = useToday();
  const bringBack = useMutation(bringBackMutation(MOVEMENT));
  const { nPerUnit, pPerUnit, pForm, unit } = movement;
  const each = (value: Movement['nPerUnit'], name: string) =>
    value === null ? null : `${formatQuantity(value)} kg ${name}/${MANURE_UNIT_WORDS[unit]}`;
  const facts: [string, string | null][] = [
    ['Quantity', quantityWords(movement)],
    ['Date', formatDateLong(movement.movedOn, today)],
    ['Direction', DIRECTION_WORDS[movement.direction]],
    ['Own store', movement.store],
    ['Other farm', movement.otherName],
    ['Address', movement.otherAddress],
    ['Herd or business number', movement.otherNumber],
    ['Field or LPIS number', movement.otherLand],
    ['Transporter', movement.transporterName],
    ['Its address', movement.transporterAddress],
    ['Registration', movement.vehicleReg],
    ['Content', [each(nPerUnit, 'N'), each(pPerUnit, P_FORM_WORDS[pForm])].filter(Boolean).join(', ')],
    ['Notification', movement.struck ? null : (stateBadge(movement, today)?.label ?? null)],
    ['Reference', movement.notifiedRef],
    ['Note', movement.note],
    ['Entered by', movement.createdByName],
  ];
  return (
    <Page title={movementTitle(movement)} narrow back={MOVEMENTS} view={movement.id}>
      <EntryProblem id={movement.id} />
      {movement.struck && (
        <StruckBanner
          record={movement}
          busy={bringBack.isPending}
          onBringBack={mayBringBack ? () => bringBack.mutate([strikeOf(MOVEMENT, account, movement, false)]) : null}
        />
      )}
      <Facts title="Movement" lines={facts.map(([label, value]) => ({ label, value }))} />
      {movement.updatedAt !== '' && (
        <History
          of={MOVEMENT}
          id={movement.id}
          name={movementTitle(movement)}
          createdBy={movement.createdByName}
          createdAt={movement.createdAt}
        />
      )}
    </Page>
  );
}
