// Replaces the Supabase client of the data layer: in all of tests/database (database-setup.ts), and in a test that mocks it with
// `vi.mock('@/lib/supabase', async () => (await import('@tests/support/mock-supabase')).supabaseModule)`.

export const current: { client: unknown } = { client: null };

export const supabaseModule = {
  get supabase() {
    return current.client;
  },
  unwrap: <T>({ data, error }: { data: T; error: Error | null }) => {
    if (error) throw error;
    return data;
  },
};
