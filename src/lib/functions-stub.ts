// Stands in for @supabase/functions-js, which supabase-js imports whole and no page uses yet. A page that calls a
// function brings the library with itself, as storage-later.ts does.

export class FunctionsClient {
  invoke(): never {
    throw new Error('This app does not call functions yet.');
  }
}
export class FunctionsError extends Error {}
export class FunctionsFetchError extends FunctionsError {}
export class FunctionsHttpError extends FunctionsError {}
export class FunctionsRelayError extends FunctionsError {}
export const FunctionRegion = {};
