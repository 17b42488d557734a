// Calling an edge function and opening a bucket on the dev server, which bundles separate copies of both fallback
// libraries into supabase-js: the client's classes are not those of this module graph.
import { expect, test, vi } from 'vitest';
import { callFunction } from '@/lib/functions';
import { bucket } from '@/lib/storage';

const functions = { invoke: () => Promise.resolve({ data: { success: true, id: 'made' }, error: null }) };
const storage = { from: (name: string) => `bucket ${name}` };
vi.mock('@/lib/supabase', () => ({
  supabase: {
    functions: { whole: () => Promise.resolve(functions) },
    storage: { whole: () => Promise.resolve(storage) },
  },
}));

test('a function is called if the client has a copy of the class', async () => {
  expect(await callFunction('invite-employee', {})).toEqual({ success: true, id: 'made' });
});

test('a bucket is opened if the client has a copy of the class', async () => {
  expect(await bucket('photos')).toBe('bucket photos');
});
