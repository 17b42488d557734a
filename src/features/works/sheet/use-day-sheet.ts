import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { loggedOnDayQuery, saveDaySheet, type SavedSheet } from '@/data/works/day-sheet';
import { peopleChoicesQuery } from '@/data/works/job-choices';
import { add } from '@/domain/core/money';
import { addDays, isDate } from '@/domain/core/time';
import { readTable, SHEET_COLUMNS, type SheetColumn } from '@/domain/works/day-sheet';
import { rulesOf } from '@/domain/works/work-rules';
import type { Lists } from '@/features/works/form/job-start';
import { hadNoResponse } from '@/lib/no-response';
import { refusalMessage } from '@/lib/refusal';
import { useDraft } from '@/offline/outbox/drafts/draft';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { useIsMounted } from '@/ui/use-is-mounted';
import { pasteRows, type Pasted } from './pasted';
import {
  isEmptyLine,
  jobOf,
  MAX_LINES,
  newLine,
  newLines,
  lineReader,
  repeatedLines,
  type SheetContext,
  type SheetLine,
  withoutSent,
} from './sheet-lines';
import { useGridKeys } from './use-grid-keys';

export const DRAFT_NAME = 'day-sheet';
export type SheetDraft = { id: string; date: string; lines: SheetLine[] };

/** Why the sheet was not saved. `line`: the line that the database refused, as it was then. */
type Failure = { sentence: string; line: SheetLine | null };

const LOST =
  'There was no answer, so it is not certain that the sheet was saved. Everything is still here. Save it again once there ' +
  'is a connection: nothing is saved twice.';

const changeLine = (id: string, change: (line: SheetLine) => SheetLine) => (now: readonly SheetLine[]) =>
  now.map((line) => (line.id === id ? change(line) : line));

/** State of the sheet: its lines as typed and as read, the keys, pasting and saving. */
export function useDaySheet(lists: Lists, draft: SheetDraft | null, draftKey: string) {
  const account = useAccount();
  const today = useToday();
  const [id] = useState(() => draft?.id ?? crypto.randomUUID());
  const [date, setDate] = useState(() => draft?.date ?? addDays(today, -1));
  const [lines, setLines] = useState(() => draft?.lines ?? newLines());
  const [report, setReport] = useState<(Pasted & { before: SheetLine[] }) | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [saved, setSaved] = useState<(SavedSheet & { date: string }) | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const save = useMutation(saveDaySheet);
  const { data: people } = useQuery(peopleChoicesQuery(account));
  const { data: logged } = useQuery({ ...loggedOnDayQuery(account.ownerId, date), enabled: isDate(date) });

  const context = useMemo(
    (): SheetContext => ({
      ...{ account, rules: rulesOf(account, today), date, lists },
      ...{ people: people ?? [], logged: logged ?? [] },
    }),
    [account, today, date, lists, people, logged],
  );
  const read = useMemo(() => lineReader(context), [context]);
  const filled = lines
    .map((line, at) => ({ line, number: at + 1, read: read(line) }))
    .filter(({ line }) => !isEmptyLine(line));
  const wrong = filled.filter((one) => one.read.work === null);
  const repeated = repeatedLines(filled);
  const questions = filled.flatMap((one) => {
    const first = repeated.get(one.number);
    const all = first === undefined ? one.read.questions : [...one.read.questions, `The same as line ${first}.`];
    return all.map((question) => `Line ${one.number}: ${question}`);
  });
  const dateProblem =
    !isDate(date) || date < '2000-01-01'
      ? 'Choose a date.'
      : date > addDays(today, 1)
        ? 'This date is in the future.'
        : undefined;
  useDraft(account.userId, draftKey, id, filled.length > 0 ? { date, lines } : null);

  const update = (change: (now: SheetLine[]) => SheetLine[]) => {
    setSaved(null);
    setLines(change);
  };
  // The same functions at each render: a row is rendered again only if its own line changes.
  const [rowActions] = useState(() => ({
    onChange: (lineId: string, column: SheetColumn, text: string) =>
      update(changeLine(lineId, (line) => ({ ...withoutSent(line), cells: { ...line.cells, [column]: text } }))),
    onRemove: (lineId: string) =>
      update((now) => (now.length === 1 ? newLines() : now.filter((line) => line.id !== lineId))),
  }));
  const addLine = () => flushSync(() => setLines((now) => [...now, newLine()]));

  const { focus, gridProps } = useGridKeys({
    addLine,
    copyAbove: ({ line, column }) => {
      const [above, here] = [lines[line - 1], lines[line]];
      if (above && here) rowActions.onChange(here.id, column, read(above).shown[column]);
    },
    remove: (at) => {
      const line = lines[at];
      if (line) flushSync(() => rowActions.onRemove(line.id));
    },
    leave: (at) => {
      const line = lines[at];
      if (line && line.checked !== true && !isEmptyLine(line))
        setLines(changeLine(line.id, (now) => ({ ...now, checked: true })));
    },
    save: () => submit(),
    paste: ({ line, column }, text) => {
      const table = readTable(text, column);
      if (!table) return false;
      const result = pasteRows(table, lines, line, date);
      setReport({ ...result, before: lines });
      update(() => result.lines);
      return true;
    },
  });

  const isMounted = useIsMounted();

  /** Why the sheet can't be sent as it is; null if it can. */
  function problemOf(): string | null {
    if (filled.length === 0) return 'Nothing is typed yet.';
    return filled.length > MAX_LINES
      ? `${filled.length} lines are too many: a sheet has ${MAX_LINES} at most. Remove some, and save them on a second sheet.`
      : null;
  }

  function submit(isSure = false) {
    if (save.isPending) return;
    setIsAsking(false);
    setFailure(null);
    setSaved(null);
    setLines((now) => now.map((line) => (isEmptyLine(line) ? line : { ...line, checked: true })));
    const [firstWrong] = wrong;
    if (firstWrong) {
      const at = SHEET_COLUMNS.findIndex((column) => firstWrong.read.errors[column] !== undefined);
      focus(firstWrong.number - 1, at);
      return;
    }
    const problem = problemOf();
    if (problem !== null) setFailure({ sentence: problem, line: null });
    else if (dateProblem === undefined && (questions.length === 0 || isSure)) send();
    else setIsAsking(dateProblem === undefined);
  }

  function send() {
    const sent = new Map(filled.map((one) => [one.line.id, one.line.sent ?? jobOf(one.line.id, one.read, context)]));
    const savedCells = new Set(filled.map(({ line }) => line.cells));
    save.mutate([...sent.values()], {
      onSuccess: (answer) => {
        if (!isMounted()) return;
        flushSync(() => {
          // What was typed meanwhile stays.
          setLines((current) => [
            ...current.filter((line) => !isEmptyLine(line) && !savedCells.has(line.cells)),
            ...newLines(),
          ]);
          setReport(null);
          setSaved({ ...answer, date });
        });
        focus(0, 0);
      },
      onError: (error) => {
        const isLost = hadNoResponse(error);
        const code: unknown = Reflect.get(error, 'code');
        const refused: unknown = Reflect.get(error, 'details');
        setLines((current) =>
          current.map((line) => {
            const job = isLost && savedCells.has(line.cells) ? sent.get(line.id) : undefined;
            return job === undefined ? withoutSent(line) : { ...line, sent: job };
          }),
        );
        setFailure({
          sentence: isLost ? LOST : refusalMessage(typeof code === 'string' ? code : null, error.message),
          line: filled.find(({ line }) => line.id === refused)?.line ?? null,
        });
      },
    });
  }

  const refusedAt = lines.findIndex(
    ({ id: lineId, cells }) => lineId === failure?.line?.id && cells === failure.line.cells,
  );
  return {
    ...{ account, today, date, dateProblem, lines, read, context, rowActions, gridProps },
    ...{ report, saved, questions, isAsking, submit },
    jobs: filled.length,
    total: add(...filled.flatMap((one) => one.read.value ?? [])),
    /** The number of the line that an identical one repeats. */
    repeats: (number: number) => repeated.get(number) ?? null,
    /** The numbers of the lines whose errors are shown. */
    wrong: wrong.filter(({ line }) => line.checked).map(({ number }) => number),
    /** The refusal, and the index of its line, or -1 if it concerns the whole sheet. Null once that line is changed. */
    failure:
      failure && (failure.line === null || refusedAt >= 0) ? { sentence: failure.sentence, at: refusedAt } : null,
    isSaving: save.isPending,
    isRestored: filled.some(({ line }) => draft?.lines.some((one) => one.id === line.id)),
    setDate: (text: string) => {
      setDate(text);
      // The lines are jobs of another day now.
      update((now) => now.map(withoutSent));
    },
    addLine: () => {
      addLine();
      focus(lines.length, 0);
    },
    undoPaste: () => {
      if (report) update(() => report.before);
      setReport(null);
    },
    closeReport: () => setReport(null),
    goBack: () => setIsAsking(false),
  };
}
