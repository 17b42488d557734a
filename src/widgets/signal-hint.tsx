import { NEEDS_SIGNAL } from '@/session/disabled-reason';

/** On a page whose records are changed only online, while there is no signal. */
export const SignalHint = () => <p className="hint">{NEEDS_SIGNAL}</p>;
