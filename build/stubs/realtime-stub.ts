// Replaces @supabase/realtime-js, which supabase-js imports whole and this app never uses. It saves 16 kB.

const unused = () => Promise.resolve('ok' as const);

export class RealtimeClient {
  setAuth = unused;
  disconnect = unused;
  removeChannel = unused;
  removeAllChannels = () => Promise.resolve([]);
  getChannels = () => [];
  channel(): never {
    throw new Error('This app does not use realtime channels.');
  }
}
