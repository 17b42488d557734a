// How an edge function is asked and a bucket is opened on the dev server, which packs the stand-ins for both libraries into
// supabase-js: the client's are not the classes that this tree has.
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

test('a function is asked where the client has a copy of the stand-in', async () => {
  expect(await callFunction('invite-employee', {})).toEqual({ success: true, id: 'made' });
});

test('a bucket is opened where the client has a copy of the stand-in', async () => {
  expect(await bucket('photos')).toBe('bucket photos');
});
