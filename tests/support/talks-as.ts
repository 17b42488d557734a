// Replaces the Supabase client of the data layer in a test that mocks '@/lib/supabase' with
// `vi.mock('@/lib/supabase', async () => (await import('@tests/support/talks-as')).standIn)`.

export const now: { client: unknown } = { client: null };

export const standIn = {
  get supabase() {
    return now.client;
  },
  unwrap: <T>({ data, error }: { data: T; error: Error | null }) => {
    if (error) throw error;
    return data;
  },
};
