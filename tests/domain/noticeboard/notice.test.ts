import { describe, expect, test } from 'vitest';
import {
  readStatus,
  needsReconfirmation,
  needsConfirmation,
  boardOf,
  boardOrder,
  linkParts,
  noticeState,
  receiptRows,
  receiptsOf,
  receiptWords,
  type NoticeRead,
} from '@/domain/noticeboard/notice';

const notice = {
  id: 'a',
  title: 'Bridge closed',
  body: 'Use the top road.',
  pinned: false,
  priority: 'normal' as const,
  audience: 'all' as const,
  recipients: [] as string[],
  requiresAck: true,
  edition: 1,
  startsOn: null as string | null,
  expiresOn: null as string | null,
  createdAt: '2026-11-20T07:00:00Z',
  reads: [] as NoticeRead[],
};
type TestNotice = Omit<typeof notice, 'priority' | 'audience'> & {
  priority: 'normal' | 'important' | 'urgent';
  audience: 'all' | 'selected';
};
const noticeWith = (more: Partial<TestNotice>): TestNotice => ({ ...notice, ...more });
const readBy = (personId: string | null, more: Partial<NoticeRead> = {}): NoticeRead => ({
  personId,
  personName: personId ?? 'Old Hand',
  edition: 1,
  acknowledged: true,
  at: '2026-11-20T08:00:00Z',
  ...more,
});
const crew = [
  { id: 'sam', name: 'Sam' },
  { id: 'kasia', name: 'Kasia' },
];

test('a notice is on the board from its first day to its last, both included', () => {
  const days = { startsOn: '2026-11-20', expiresOn: '2026-11-22' };
  expect(['2026-11-19', '2026-11-20', '2026-11-22', '2026-11-23'].map((day) => noticeState(days, day))).toEqual([
    'planned',
    'active',
    'active',
    'expired',
  ]);
  expect(noticeState(notice, '2199-01-01')).toBe('active');
});

test('notices are sorted by pinned, then urgent, then newest day, and within a day by time posted', () => {
  const list = [
    noticeWith({ id: 'old', createdAt: '2026-11-18T07:00:00Z' }),
    noticeWith({ id: 'later', createdAt: '2026-11-20T08:00:00Z' }),
    noticeWith({ id: 'first', createdAt: '2026-11-20T07:00:00Z' }),
    noticeWith({ id: 'monday', createdAt: '2026-11-01T07:00:00Z', startsOn: '2026-11-23' }),
    noticeWith({ id: 'important', createdAt: '2026-11-19T07:00:00Z', priority: 'important' }),
    noticeWith({ id: 'urgent', createdAt: '2026-10-01T07:00:00Z', priority: 'urgent' }),
    noticeWith({ id: 'pinned', createdAt: '2026-09-01T07:00:00Z', pinned: true }),
  ];
  expect(list.toSorted(boardOrder).map(({ id }) => id)).toEqual([
    'pinned',
    'urgent',
    'monday',
    'later',
    'first',
    'important',
    'old',
  ]);
});

describe('a confirmation', () => {
  test('a confirmation applies to the current text: one of an older edition does not count', () => {
    const changed = noticeWith({ edition: 2, reads: [readBy('sam')] });
    expect(needsConfirmation(changed, 'sam')).toBe(true);
    expect(needsConfirmation(noticeWith({ reads: [readBy('sam')] }), 'sam')).toBe(false);
    expect(needsConfirmation(noticeWith({ reads: [readBy('sam', { acknowledged: false })] }), 'sam')).toBe(true);
    expect(needsConfirmation(noticeWith({ requiresAck: false }), 'sam')).toBe(false);
    expect(needsConfirmation(noticeWith({ reads: [readBy('kasia')] }), 'sam')).toBe(true);
  });

  test('a confirmation keeps its first time; confirming includes reading', () => {
    const reads = [
      readBy('sam', { at: '2026-11-20T09:00:00+00:00' }),
      readBy('sam', { at: '2026-11-20T08:30:00.000Z' }),
    ];
    expect(readStatus({ edition: 1, reads }, 'sam')).toEqual({
      readAt: '2026-11-20T08:30:00.000Z',
      acknowledgedAt: '2026-11-20T08:30:00.000Z',
    });
    const opened = [readBy('sam', { acknowledged: false, at: '2026-11-20T07:00:00Z' }), ...reads];
    expect(readStatus({ edition: 1, reads: opened }, 'sam').readAt).toBe('2026-11-20T07:00:00Z');
  });
});

test('every recipient is counted, and no one else', () => {
  const one = noticeWith({
    audience: 'selected',
    recipients: ['sam'],
    reads: [readBy('sam', { acknowledged: false })],
  });
  expect(receiptsOf(one, crew)).toEqual([{ name: 'Sam', readAt: '2026-11-20T08:00:00Z', acknowledgedAt: null }]);
  const all = receiptsOf(noticeWith({ reads: [readBy('sam')] }), crew);
  expect(receiptWords(all, true)).toBe('Confirmed by 1 of 2');
  expect(receiptWords(receiptsOf(one, crew), true)).toBe('Confirmed by 0 of 1');
  expect(receiptWords(receiptsOf(one, crew), false)).toBe('Read by 1 of 1');
});

test('editing a confirmed text requires new confirmations; pinning, and unconfirmed texts, do not', () => {
  const confirmed = noticeWith({ reads: [readBy('sam')] });
  const now = { title: notice.title, body: 'Use the low road.', requiresAck: true };
  expect(needsReconfirmation(confirmed, now)).toBe(true);
  expect(needsReconfirmation(confirmed, { ...now, body: notice.body })).toBe(false);
  expect(needsReconfirmation(confirmed, { ...now, requiresAck: false })).toBe(false);
  expect(needsReconfirmation(noticeWith({ requiresAck: false, reads: [readBy('sam')] }), now)).toBe(false);
  expect(needsReconfirmation(noticeWith({ reads: [readBy('sam', { acknowledged: false })] }), now)).toBe(false);
  expect(needsReconfirmation(noticeWith({ edition: 2, reads: [readBy('sam')] }), now)).toBe(false);
});

describe('a view of the board', () => {
  const list = [
    noticeWith({ id: 'now', title: 'Tile drains', reads: [readBy('sam')] }),
    noticeWith({ id: 'old', expiresOn: '2026-11-01' }),
    noticeWith({ id: 'soon', startsOn: '2026-12-01' }),
    noticeWith({ id: 'ask', createdAt: '2026-11-19T07:00:00Z' }),
  ];
  const sam = { userId: 'sam', role: 'employee' } as const;
  const ids = (view: object, viewer: Parameters<typeof boardOf>[2] = sam) =>
    boardOf(list, { show: 'active', search: '', toConfirm: false, ...view }, viewer, '2026-11-20').map(({ id }) => id);

  test('shows current notices, expired ones, or both; future ones only to people who can edit them', () => {
    expect(ids({})).toEqual(['now', 'ask']);
    expect(ids({ show: 'expired' })).toEqual(['old']);
    expect(ids({ show: 'all' })).toEqual(['old', 'now', 'ask']);
    expect(ids({}, { userId: 'ann', role: 'admin' })).toEqual(['soon', 'now', 'ask']);
  });

  test('finds words of title and body, and notices a person still has to confirm', () => {
    expect(ids({ search: 'TILE' })).toEqual(['now']);
    expect(ids({ search: 'top road' })).toEqual(['now', 'ask']);
    expect(ids({ toConfirm: true })).toEqual(['ask']);
  });
});

test('the export has a row per person and edition, including people who left and those who have not responded', () => {
  const rows = receiptRows(
    [
      noticeWith({
        edition: 2,
        reads: [readBy('sam'), readBy('sam', { edition: 2, at: '2026-11-21T08:00:00Z' }), readBy(null), readBy('gone')],
      }),
    ],
    crew,
  );
  const at = '2026-11-20T08:00:00Z';
  expect(rows).toEqual([
    ['Bridge closed', 1, 'Sam', at, at],
    ['Bridge closed', 2, 'Sam', '2026-11-21T08:00:00Z', '2026-11-21T08:00:00Z'],
    ['Bridge closed', 1, 'Old Hand', at, at],
    ['Bridge closed', 1, 'gone', at, at],
    ['Bridge closed', 2, 'Kasia', null, null],
  ]);
});

test('URLs in the text are links, and nothing else is', () => {
  expect(linkParts('See https://farm.test/a?b=1. Or (http://x.test/y), not javascript:alert(1)')).toEqual([
    { text: 'See ', href: null },
    { text: 'https://farm.test/a?b=1', href: 'https://farm.test/a?b=1' },
    { text: '. Or (', href: null },
    { text: 'http://x.test/y', href: 'http://x.test/y' },
    { text: '), not javascript:alert(1)', href: null },
  ]);
  expect(linkParts('<b>plain</b>')).toEqual([{ text: '<b>plain</b>', href: null }]);
  expect(linkParts('')).toEqual([]);
});
