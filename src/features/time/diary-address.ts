// The view of the time diary, stored in the URL.
import { isDate } from '@/domain/core/time';
import { nextSpan, spanOf, type Span } from '@/domain/hours/timesheet';

export type DiaryView = {
  span: Span;
  person: string | null;
  status: string | null;
  /** Only shifts that need review, finished shifts of 0 minutes, and shifts on a day with a warning. */
  flagged: boolean;
  /** Text in the job, the customer or the note. */
  search: string;
  /** The id of the shift that is open in the dialog. */
  edit: string | null;
};

export function viewOf(params: URLSearchParams, today: string): DiaryView {
  const [week, month] = [params.get('week'), params.get('month')];
  const span =
    month !== null && isDate(`${month}-01`)
      ? spanOf('month', `${month}-01`)
      : spanOf('week', week !== null && isDate(week) ? week : today);
  return {
    span,
    person: params.get('person'),
    status: params.get('status'),
    flagged: params.has('flagged'),
    search: params.get('q') ?? '',
    edit: params.get('edit'),
  };
}

export function paramsOf({ span, person, status, flagged, search, edit }: DiaryView): URLSearchParams {
  const params = new URLSearchParams();
  if (span.kind === 'month') params.set('month', span.from.slice(0, 7));
  else params.set('week', span.from);
  if (person !== null) params.set('person', person);
  if (status !== null) params.set('status', status);
  if (flagged) params.set('flagged', '1');
  if (search !== '') params.set('q', search);
  if (edit !== null) params.set('edit', edit);
  return params;
}

/** Moves to the next or previous week or month. */
export const stepSpan = (view: DiaryView, step: 1 | -1): DiaryView => ({ ...view, span: nextSpan(view.span, step) });
/** Switches between week and month; keeps today in view if it was. */
export const changeKind = (view: DiaryView, kind: Span['kind'], today: string): DiaryView => {
  const { from, to } = view.span;
  const day = today >= from && today <= to ? today : from;
  return { ...view, span: spanOf(kind, day) };
};
