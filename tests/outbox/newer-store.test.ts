// F29: an old tab after a newer version of the app has brought the store to a newer shape. It writes nothing into that,
// says which it is, and hands over what is typed to the page that is loaded next.
import { randomUUID } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { beforeLeaving, putAllAway } from '@/lib/leaving';
import type { Draft } from '@/outbox/db';
import { ANN, phone } from './phone';

const job = (quantity: number) => ({ customer: 'Hill Farm', quantity, notes: null });
const draft = (notes: string): Draft => ({
  userId: ANN,
  form: 'add-work/1',
  id: randomUUID(),
  values: { notes },
  at: 2,
});
const notesOf = async ({ store }: Phone) =>
  (await store.draftsOf(ANN, 'add-work')).map(({ values }) => (values as { notes: string }).notes);
type Phone = Awaited<ReturnType<typeof phone>>;

/** What a browser keeps outside of any database, as far as it is used here. */
function textsOfOneDevice() {
  const texts: Record<string, string | undefined> = {};
  const method = (value: unknown) => ({ value, enumerable: false, configurable: true });
  return Object.defineProperties(texts, {
    getItem: method((key: string) => texts[key] ?? null),
    setItem: method((key: string, text: string) => {
      texts[key] = text;
    }),
    removeItem: method((key: string) => Reflect.deleteProperty(texts, key)),
  });
}

beforeEach(() => vi.stubGlobal('localStorage', textsOfOneDevice()));

/** A page with an entry and a draft in the store, which a newer version then takes. */
async function oldTab() {
  const old = await phone();
  await old.save(randomUUID(), job(1));
  await old.store.putDraft(draft('By'));
  (await openDB('farm-diary-outbox', 9)).close();
  return old;
}

/** The page that is loaded next: it finds all that the store held before, and what was handed over. */
async function nextPage(): Promise<Phone> {
  const next = await phone(new IDBFactory());
  await next.store.putDraft(draft('By'));
  return next;
}

describe('F29: a tab whose store a newer version has', () => {
  it('says that, and not that its storage is full; what waits stays as it is', async () => {
    const old = await oldTab();
    const { newerIsOpen, notKeptWords } = await import('@/outbox/store-closed');
    await expect(old.save(randomUUID(), job(2))).rejects.toMatchObject({ name: 'VersionError' });
    expect(newerIsOpen()).toBe(true);
    expect(notKeptWords('entry')).toMatch(
      /^A newer version of Farm Diary is open .* Reload it: what you typed is kept\.$/,
    );
    const kept = await openDB('farm-diary-outbox');
    expect(await kept.getAll('entries')).toMatchObject([{ fields: { quantity: 1 } }]);
    kept.close();
  });

  it('does not take an upgrade that broke off for one', async () => {
    const old = await phone();
    const upgrading = openDB('farm-diary-outbox', 9, {
      upgrade: (_db, _from, _to, tx) => {
        tx.done.catch(() => undefined);
        tx.abort();
      },
    });
    await expect(upgrading).rejects.toThrow();
    await old.save(randomUUID(), job(1));
    const { newerIsOpen, notKeptWords } = await import('@/outbox/store-closed');
    expect(newerIsOpen()).toBe(false);
    expect(notKeptWords('entry')).toContain('its storage is full');
  });

  it('hands over what is typed: the next page has it as it was typed last, once', async () => {
    const old = await oldTab();
    await old.store.putDraft(draft('By the'));
    await old.store.putDraft(draft('By the gate'));
    const next = await nextPage();
    expect(await notesOf(next)).toEqual(['By the gate']);
    expect(Object.keys(localStorage)).toEqual([]);
    await next.store.dropDraft(ANN, 'add-work/1');
    expect(await notesOf(next)).toEqual([]);
  });

  it('hands over that a draft is over: it is not offered once more', async () => {
    const old = await oldTab();
    await old.store.dropDraft(ANN, 'add-work/1');
    expect(await notesOf(await nextPage())).toEqual([]);
  });

  it('whose person has it removed at signing out leaves nothing of it', async () => {
    const old = await oldTab();
    await old.store.putDraft(draft('By the gate'));
    vi.resetModules();
    const { dropHere } = await import('@/outbox/left-here');
    await expect(dropHere(ANN, 'all')).rejects.toMatchObject({ name: 'VersionError' });
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('that can’t hand it over says so before anything is loaded anew', async () => {
    const old = await oldTab();
    const stay = beforeLeaving(() =>
      old.store.putDraft(draft('By the gate')).then(
        () => true,
        () => false,
      ),
    );
    expect(await putAllAway()).toBe(true);
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota was exceeded', 'QuotaExceededError');
    });
    expect(await putAllAway()).toBe(false);
    stay();
    expect(await putAllAway()).toBe(true);
  });
});
