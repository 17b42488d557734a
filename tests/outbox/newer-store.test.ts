// F29: an old tab after a newer version of the app has upgraded the store. It writes nothing into the new layout, says
// that a newer version is open, and hands unsaved input over to the page that is loaded next. So does a page that is being closed.
import { randomUUID } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { beforeReload, storeAllInput } from '@/lib/before-reload';
import type { Draft } from '@/offline/outbox/store/db';
import { ANN, startPhone } from './phone';

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
type Phone = Awaited<ReturnType<typeof startPhone>>;

/** A fake localStorage, as far as it is used here. */
function fakeLocalStorage() {
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

beforeEach(() => vi.stubGlobal('localStorage', fakeLocalStorage()));

/** A page with an entry and a draft in the store, which a newer version then upgrades. */
async function oldTab() {
  const old = await startPhone();
  await old.save(randomUUID(), job(1));
  await old.store.putDraft(draft('By'));
  (await openDB('farm-diary-outbox', 9)).close();
  return old;
}

/** The page loaded next: its store has the draft from before the upgrade, and localStorage what was handed over. */
async function nextPage(): Promise<Phone> {
  const next = await startPhone(new IDBFactory());
  await next.store.putDraft(draft('By'));
  return next;
}

describe('a tab whose store a newer version has upgraded (F29)', () => {
  it('says that a newer version is open, instead of reporting full storage; waiting entries stay untouched', async () => {
    const old = await oldTab();
    const { newerIsOpen, notSavedText } = await import('@/offline/outbox/store/newer-version');
    await expect(old.save(randomUUID(), job(2))).rejects.toMatchObject({ name: 'VersionError' });
    expect(newerIsOpen()).toBe(true);
    expect(notSavedText('entry')).toMatch(
      /^A newer version of Farm Diary is open .* Reload it: what you typed is kept\.$/,
    );
    const kept = await openDB('farm-diary-outbox');
    expect(await kept.getAll('entries')).toMatchObject([{ fields: { quantity: 1 } }]);
    kept.close();
  });

  it('does not mistake an aborted upgrade for a finished one', async () => {
    const old = await startPhone();
    const upgrading = openDB('farm-diary-outbox', 9, {
      upgrade: (_db, _from, _to, tx) => {
        tx.done.catch(() => undefined);
        tx.abort();
      },
    });
    await expect(upgrading).rejects.toThrow();
    await old.save(randomUUID(), job(1));
    const { newerIsOpen, notSavedText } = await import('@/offline/outbox/store/newer-version');
    expect(newerIsOpen()).toBe(false);
    expect(notSavedText('entry')).toContain('its storage is full');
  });

  it('hands over unsaved input: the next page has it as last typed, once', async () => {
    const old = await oldTab();
    await old.store.putDraft(draft('By the'));
    await old.store.putDraft(draft('By the gate'));
    const next = await nextPage();
    expect(await notesOf(next)).toEqual(['By the gate']);
    expect(Object.keys(localStorage)).toEqual([]);
    await next.store.dropDraft(ANN, 'add-work/1');
    expect(await notesOf(next)).toEqual([]);
  });

  it('hands over that a draft is finished: it is not offered again', async () => {
    const old = await oldTab();
    await old.store.dropDraft(ANN, 'add-work/1');
    expect(await notesOf(await nextPage())).toEqual([]);
  });

  it('leaves no input behind if the user chose to remove it when signing out', async () => {
    const old = await oldTab();
    await old.store.putDraft(draft('By the gate'));
    vi.resetModules();
    const { deleteDeviceData } = await import('@/offline/outbox/restore/device-data');
    await expect(deleteDeviceData(ANN, 'all')).rejects.toMatchObject({ name: 'VersionError' });
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('reports before the page is reloaded that unsaved input can’t be handed over', async () => {
    const old = await oldTab();
    const unregister = beforeReload(() =>
      old.store.putDraft(draft('By the gate')).then(
        () => true,
        () => false,
      ),
    );
    expect(await storeAllInput()).toBe(true);
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota was exceeded', 'QuotaExceededError');
    });
    expect(await storeAllInput()).toBe(false);
    unregister();
    expect(await storeAllInput()).toBe(true);
  });
});

describe('a page that is being closed (F3)', () => {
  it('hands its input over: the next page has it although the browser aborted the writing', async () => {
    const phone = await startPhone();
    const writing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('The page is gone', 'AbortError');
    });
    await expect(phone.store.putDraft(draft('By the gate'), true)).rejects.toThrow('The page is gone');
    writing.mockRestore();
    expect(await notesOf(await startPhone(phone.disk))).toEqual(['By the gate']);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('hands its input over once: a copy that a kill of the browser brings back replaces no later input', async () => {
    const phone = await startPhone();
    localStorage.setItem(`farm-diary-draft ${ANN} add-work/1`, JSON.stringify({ ...draft('By'), at: 1 }));
    await phone.store.putDraft(draft('By the gate'));
    expect(await notesOf(phone)).toEqual(['By the gate']);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('leaves no copy behind if it lives on', async () => {
    const phone = await startPhone();
    await phone.store.putDraft(draft('By the gate'), true);
    expect(Object.keys(localStorage)).toEqual([]);
    expect(await notesOf(phone)).toEqual(['By the gate']);
  });
});
