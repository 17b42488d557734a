import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldsOf } from '@/data/diary/diary-events';
import {
  addRepeatedEvent,
  changeRepeatDays,
  repetitionQuery,
  shortenRepeatedEvent,
} from '@/data/diary/repeated-events';
import { addDays, daysBetween, formatDate } from '@/domain/core/time';
import { plural } from '@/domain/core/word-list';
import { eventTitle, type EventKind, type Repeat } from '@/domain/diary/diary-event';
import { countedEvents, hasWeekdays, repetitionWords, weekdaysOf } from '@/domain/diary/repeat';
import { daysChange, isOtherRule, presentRule, type DaysChange } from '@/domain/diary/repeat-days';
import { untilChange, type UntilChange } from '@/domain/diary/repeat-until';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { DateField, SelectField } from '@/ui/forms/field';
import { ErrorState, LoadingRows } from '@/ui/lists/list-states';
import { FormDialog } from '@/ui/popups/form-dialog';
import { RepeatOptions, WeekdayField } from './repeat-fields';
import { useClash } from './use-clash';
import { usePeople } from './use-people';

/** An event that repeats. */
type Repeating = DiaryEvent & { repeatId: string; repeatEvery: Repeat };
type Change = UntilChange | DaysChange;

/** What is chosen in the dialog; null as long as it is as before. */
type Chosen = { every: Repeat | null; weekdays: readonly number[] | null; from: string | null; until: string | null };
const AS_BEFORE: Chosen = { every: null, weekdays: null, from: null, until: null };

/** Lets events repeat for longer, as the last of them, ends them earlier, or moves those to come to other days. */
export function RepeatDialog({ event, onClose }: { event: Repeating; onClose: () => void }) {
  const { ownerId } = useAccount();
  const today = useToday();
  const people = usePeople();
  const { repeatId, kind } = event;
  const { data: events = [], isFetching, refetch } = useQuery(repetitionQuery({ repeatId, ownerId }));
  // What is in the cache may be out of date: wait for the answer.
  const last = isFetching ? undefined : events.at(-1);
  const [chosen, setChosen] = useState(AS_BEFORE);
  const [newId] = useState(() => crypto.randomUUID());
  const [submitted, setSubmitted] = useState(false);
  const add = useMutation(addRepeatedEvent);
  const shorten = useMutation(shortenRepeatedEvent);
  const changeDays = useMutation(changeRepeatDays);
  const present = presentRule(event.repeatEvery, events);
  const every = chosen.every ?? event.repeatEvery;
  const from = chosen.from ?? (event.startDate < today ? today : event.startDate);
  const rule = { every, from, weekdays: chosen.weekdays ?? (hasWeekdays(present.every) ? present.weekdays : []) };
  const isOther = isOtherRule(rule, present);
  const until = chosen.until ?? last?.startDate ?? '';
  const change = isOther
    ? daysChange({ present, rule, until }, events, today)
    : untilChange(event.repeatEvery, events, until);
  const clash = useClash(last && kind === 'job' ? addedJobs(change, last) : [], people);
  const hint =
    until === last?.startDate && !isOther ? 'The last one is on this day.' : changeWords(change, kind, today);
  const errorOf = (field: 'from' | 'until') =>
    submitted && change.kind === 'problem' && fieldOf(change) === field ? change.words : undefined;
  const save = () => {
    const options = { onSuccess: onClose };
    if (change.kind === 'shorter') shorten.mutate({ repeatId, until, kind, ownerId }, options);
    if (change.kind === 'longer' && last)
      add.mutate({ repeatId, every, ...change, kind, fields: fieldsOf(last), ownerId }, options);
    if (change.kind === 'days') changeDays.mutate({ repeatId, newId, every, from, kind, ...daysOf(change) }, options);
  };
  return (
    <FormDialog
      title={`How “${eventTitle(event)}” repeats`}
      verb="Save"
      busy={add.isPending || shorten.isPending || changeDays.isPending}
      disabled={!last}
      clash={clash}
      onSubmit={() => {
        setSubmitted(true);
        save();
      }}
      onClose={onClose}
    >
      {last ? (
        <>
          <SelectField
            label="Repeat"
            value={every}
            // The options are those of the type.
            onChange={({ target }) => setChosen({ ...chosen, every: target.value as Repeat })}
          >
            <RepeatOptions />
          </SelectField>
          {hasWeekdays(every) && (
            <WeekdayField chosen={weekdaysOf(rule)} onChange={(weekdays) => setChosen({ ...chosen, weekdays })} />
          )}
          {isOther && (
            <DateField
              label="From"
              value={from}
              min={today}
              error={errorOf('from')}
              hint="What is before this day stays as it is."
              onChange={({ target }) => setChosen({ ...chosen, from: target.value })}
            />
          )}
          <DateField
            label="Repeat until"
            value={until}
            error={errorOf('until')}
            hint={hint}
            onChange={({ target }) => setChosen({ ...chosen, until: target.value })}
          />
        </>
      ) : isFetching ? (
        <LoadingRows rows={1} />
      ) : (
        <ErrorState onRetry={() => void refetch()} />
      )}
    </FormDialog>
  );
}

const fieldOf = (change: Extract<Change, { kind: 'problem' }>) => ('field' in change ? change.field : 'until');

const daysOf = ({ dates, seen }: Extract<Change, { kind: 'days' }>) => ({ dates, seen });

/** The days that get an event, and by how many days it starts later. */
function daysAdded(change: Change): { dates: readonly string[]; shift: number } {
  if (change.kind === 'longer') return change;
  return { dates: change.kind === 'days' ? change.added : [], shift: 0 };
}

function addedJobs(change: Change, last: DiaryEvent) {
  const { dates, shift } = daysAdded(change);
  const { startDate, endDate, startTime, endTime, assignedTo } = last;
  return dates.map((date) => ({
    ...{ startDate: addDays(date, shift), startTime, endTime, assignedTo, repeats: true },
    endDate: addDays(date, shift + daysBetween(startDate, endDate)),
  }));
}

function changeWords(change: Change, kind: EventKind, today: string): string {
  if (change.kind === 'problem') return change.words;
  if (change.kind === 'shorter')
    return `${countedEvents(change.count, kind)} after this day will be deleted. Those that are begun, done or cancelled stay.`;
  if (change.kind === 'days') return daysWords(change, kind);
  const day = (date = '') => formatDate(addDays(date, change.shift), today);
  const { dates } = change;
  const when = plural(dates.length, `on ${day(dates[0])}`, `from ${day(dates[0])} to ${day(dates.at(-1))}`);
  return `${countedEvents(dates.length, kind)} will be added, ${when}.`;
}

function daysWords({ repetition, dates, added, deleted }: Extract<Change, { kind: 'days' }>, kind: EventKind): string {
  const counts = [added.length > 0 && `${added.length} will be added`, deleted > 0 && `${deleted} will be deleted`];
  const words = counts.filter(Boolean).join(' and ');
  const stay = deleted > 0 ? ' Those that are begun, done or cancelled stay.' : '';
  return `${repetitionWords(repetition, dates, kind)}${words && ` ${words}.`}${stay}`;
}
