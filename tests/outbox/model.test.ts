// Whatever happens in whatever order: what was shown as saved is in the database once, or still on the phone.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Request } from '@/outbox/request';
import { ANN, phone, server } from './phone';

type Step =
  | { do: 'save' | 'send' | 'cut before' | 'cut after' | 'kill' | 'kill while sending' | 'two tabs'; who: number }
  | { do: 'edit' | 'delete'; who: number; which: number }
  | { do: 'clock'; hours: number };

const who = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('save', 'send', 'cut before', 'cut after', 'kill', 'kill while sending', 'two tabs'),
      who,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('edit', 'delete'), who, which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clock'), hours: fc.integer({ min: -5, max: 9000 }) }) },
);
const nobody: Request = () => Promise.resolve({ status: 0, body: undefined, retryAfterMs: null });

async function run(steps: readonly Step[]) {
  const db = server();
  const phones = [await phone(), await phone()];
  let now = Date.UTC(2026, 10, 20);
  let count = 0;
  /** What each phone was told is saved, by id: its quantity, or null once deleted. */
  const told = [new Map<string, number | null>(), new Map<string, number | null>()];
  const cutAfter: Request = async (call) => {
    await db.request(call);
    return nobody(call);
  };
  const reboot = async (at: number) => {
    phones[at] = await phone(phones[at]?.disk);
  };
  for (const one of steps) {
    if (one.do === 'clock') {
      now += one.hours * 3_600_000;
      continue;
    }
    const at = one.who;
    const [p, mine] = [phones[at], told[at]];
    if (!p || !mine) throw new Error('no such phone');
    now += 31_000;
    const ids = [...mine].filter(([, quantity]) => quantity !== null).map(([id]) => id);
    const id = 'which' in one ? ids[one.which % ids.length] : undefined;
    const seenOf = (of: string) => {
      const row = db.rows.get(of);
      return row && { quantity: row.quantity as number, updated_at: row.updated_at };
    };
    count += 1;
    if (one.do === 'save') {
      const made = randomUUID();
      await p.save(made, { quantity: count });
      mine.set(made, count);
    } else if (one.do === 'edit' && id !== undefined) {
      await p.save(
        id,
        { quantity: count },
        { action: 'update', seen: seenOf(id) ?? { quantity: mine.get(id) ?? null } },
      );
      mine.set(id, count);
    } else if (one.do === 'delete' && id !== undefined) {
      await p.save(id, {}, { action: 'delete', seen: seenOf(id) ?? { quantity: mine.get(id) ?? null } });
      mine.set(id, null);
    } else if (one.do === 'send') await p.send(db.request, now);
    else if (one.do === 'cut before') await p.send(nobody, now);
    else if (one.do === 'cut after') await p.send(cutAfter, now);
    else if (one.do === 'kill') await reboot(at);
    else if (one.do === 'two tabs') {
      const other = await phone(p.disk, p.locks);
      await Promise.all([p.send(db.request, now), other.send(db.request, now)]);
    } else if (one.do === 'kill while sending') {
      let reached: () => void = () => undefined;
      const there = new Promise<void>((done) => (reached = done));
      const pass = p.send(async (call) => {
        await db.request(call);
        reached();
        return new Promise<never>(() => undefined);
      }, now);
      await Promise.race([there, pass]);
      await reboot(at);
    }
  }
  for (const [at, mine] of told.entries()) {
    const p = await phone(phones[at]?.disk);
    for (let pass = 0; pass < 12; pass += 1) {
      now += 61_000;
      await p.store.wake(ANN);
      await p.send(db.request, now);
    }
    const waiting = await p.waiting();
    for (const [id, quantity] of mine) {
      const still = waiting.filter((entry) => entry.id === id);
      expect(db.commits.filter((made) => made === id).length).toBeLessThanOrEqual(1);
      if (still.length > 0) {
        // Kept for a person, with the reason.
        expect(still.every(({ state, problem }) => state === 'queued' || problem !== null)).toBe(true);
        expect(still.some(({ state }) => state === 'attention')).toBe(true);
      } else expect(db.rows.get(id)?.quantity ?? null).toBe(quantity);
    }
  }
}

it('loses nothing and doubles nothing', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), run), { numRuns: 50 });
}, 120_000);
