// Build step: react-router without its developer warnings. Its package exports no build without them.
import type { Plugin } from 'vite';

const SWITCH = 'var ENABLE_DEV_WARNINGS = true;';

export const quietRouter = (): Plugin => ({
  name: 'farm-diary:quiet-router',
  apply: 'build',
  transform: (code, id) =>
    id.includes('/node_modules/react-router/dist/') && code.includes(SWITCH)
      ? { code: code.replace(SWITCH, SWITCH.replace('true', 'false')), map: null }
      : undefined,
});
