// Runs before every test file of the projects that use fast-check.
import fc from 'fast-check';
import { SEED } from './full';

fc.configureGlobal({ seed: SEED });
